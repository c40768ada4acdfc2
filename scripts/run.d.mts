import type { SpawnOptions } from 'node:child_process'

export const root: string
/** Runs npm to its end, which a failure of it is the end of too. */
export function npm(args: readonly string[], options: SpawnOptions): Promise<void>
