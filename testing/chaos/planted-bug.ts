/** A bug that a test plants in the product to check that another test finds it. */
export interface PlantedBug {
  /** The value of PLANTED_BUG. */
  name: string;
  /** A source file that the test imports. A test that starts a server from `dist/` cannot find the bug. */
  file: string;
  /** Occurs exactly once in the file. */
  text: string;
  replacement: string;
  /** The test that must fail, by a part of its title. */
  foundBy: { file: string; title: string };
}
