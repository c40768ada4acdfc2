import type { KernelState } from '@koedana/contract/system-info.ts'
import type { Built } from './build.ts'

export interface IndexState {
  /** Differs for each generation: the day up to which growth is counted, and the last included change. */
  readonly generation: string
  /** The last change that responses contain. */
  readonly seq: number
  readonly size: number
  readonly kernel: KernelState
}

export const stateOf = (
  { day, seq, arena }: Pick<Built, 'day' | 'seq' | 'arena'>,
  { seen, kernel }: { readonly seen: number; readonly kernel: KernelState },
): IndexState => ({
  generation: `${new Date(day * msOfDay).toISOString().slice(0, 10)}.${seq}`,
  seq: seen,
  size: arena.used(),
  kernel,
})

const msOfDay = 86_400_000
