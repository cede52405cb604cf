/** The answer to a form that was submitted on a hosted page. */
export interface PageAnswer {
  status: number;
  location: string | null;
  text: string;
}
