/** The player state as components read it, and the actions on it. */
import { create } from 'zustand'
import type { ResumePoint } from './engine/asleep.rules.ts'
import type { LoopState } from './engine/loop.ts'
import type { PlayerState, Repeat, StartPosition } from './engine/player-ports.ts'
import { emptyQueue, type Queue } from './engine/queue.rules.ts'
import { noOutput, type OutputState } from './engine/remote-output.ts'
import type { SleepState, SleepUntil } from './engine/sleep-timer.ts'
import type { PlayerItem } from './player-item.ts'

export interface ShownState extends PlayerState<PlayerItem> {
  readonly sleep: SleepState | undefined
  readonly loop: LoopState | undefined
  readonly output: OutputState
  /** Offered to a listener who fell asleep. */
  readonly ways?: readonly ResumePoint[] | undefined
  /** The slider position, from 0 to 1. */
  readonly volume: number
  readonly isMuted: boolean
  readonly elsewhere: boolean
}

/** Serializable player actions, also sent to other tabs. */
export type PlayerAction =
  | { readonly type: PlainActionType }
  | {
      readonly type: 'playTracks'
      readonly items: readonly PlayerItem[]
      readonly index: number
      readonly from?: StartPosition | undefined
    }
  | { readonly type: 'setQueue'; readonly queue: Queue<PlayerItem> }
  | { readonly type: 'jump' | 'remove'; readonly index: number }
  /** In seconds: an absolute time for `seek`, an offset for `skip`. */
  | { readonly type: 'seek' | 'skip'; readonly seconds: number }
  | { readonly type: 'speed'; readonly speed: number }
  | { readonly type: 'volume'; readonly volume: number; readonly isMuted: boolean }
  | { readonly type: 'repeat'; readonly repeat: Repeat }
  | { readonly type: 'sleep'; readonly until: SleepUntil | undefined }
  | { readonly type: 'extendSleep'; readonly by: 1 | -1 }
  | { readonly type: 'revision'; readonly workId: string; readonly revision: number }

export type PlainActionType =
  | 'toggle'
  | 'next'
  | 'previous'
  | 'nextChapter'
  | 'previousChapter'
  | 'clear'
  /** Another user logs in: empties the queue in this tab. */
  | 'forget'
  | 'markLoop'
  /** A key press in the last minute of the sleep timer. */
  | 'stayAwake'
  | 'chooseOutput'

export const usePlayer = create<ShownState>(() => ({
  queue: emptyQueue,
  playing: false,
  waiting: false,
  time: 0,
  duration: 0,
  speed: 1,
  repeat: 'off',
  sleep: undefined,
  loop: undefined,
  output: noOutput,
  volume: 1,
  isMuted: false,
  elsewhere: false,
}))
