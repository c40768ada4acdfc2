/** Converts a sound into another form. */
import type { OpenFile } from '../../storages/storage.ts'
import { conversionArgs, type MediaForm } from './form.rules.ts'
import { runOver } from './run-over.ts'

export interface Conversion {
  /** The converter. */
  readonly program: string
  readonly source: OpenFile
  /** The name of the source. */
  readonly name: string
  readonly form: MediaForm
  /** Where the result is written. */
  readonly target: string
  readonly signal: AbortSignal
}

/** Fails with `damaged` for what cannot be converted, and as its storage does where that fails. */
export async function convert({ form, target, ...job }: Conversion): Promise<void> {
  await runOver({ ...job, argsFor: (input) => conversionArgs(form, input, target), copy: `${target}.in` })
}
