import type { FieldPath, FieldValues, FormState, UseFormRegister, UseFormSetError } from 'react-hook-form';
import { asAppError } from './failures.ts';

/** Shows the server's errors at their fields. An error inside a list ("locations.2") is shown at the list's field. */
export function showFieldErrors<Fields extends FieldValues>(error: unknown, setError: UseFormSetError<Fields>): void {
  for (const [path, message] of Object.entries(asAppError(error).details.fields ?? {})) {
    setError(path.split('.')[0] as FieldPath<Fields>, { message }, { shouldFocus: true });
  }
}

interface FormParts<Fields extends FieldValues> {
  register: UseFormRegister<Fields>;
  formState: FormState<Fields>;
}

/** Returns a function that registers a field and passes it its error. */
export function fieldProps<Fields extends FieldValues>({ register, formState: { errors } }: FormParts<Fields>) {
  return <Name extends FieldPath<Fields>>(name: Name) => {
    const message = errors[name]?.message;
    return { ...register(name), ...(typeof message === 'string' && message ? { error: message } : {}) };
  };
}
