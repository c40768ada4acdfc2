/** Records what a page plays, sample by sample, through an audio worklet. */
import type { Page } from 'playwright-core'

export interface Turn {
  /** Milliseconds from the last sample of one channel to the first of the other; negative if they overlapped. */
  readonly silentMs: number
}

/** Call this before the page opens. The page must allow worklets (`bypassCSP`). */
export async function hearTurns(page: Page): Promise<void> {
  await page.addInitScript((source) => {
    const turns: unknown[] = []
    Reflect.set(window, 'turnsHeard', turns)
    let recorder: ReturnType<typeof record> | undefined
    const record = async () => {
      const context = new AudioContext()
      await context.audioWorklet.addModule(
        URL.createObjectURL(new Blob([source], { type: 'text/javascript' })),
      )
      const node = new AudioWorkletNode(context, 'turns', { outputChannelCount: [2] })
      node.port.onmessage = ({ data }) => turns.push(data)
      node.connect(context.destination)
      return { context, node }
    }
    const Original = window.Audio
    window.Audio = class extends Original {
      constructor() {
        super()
        recorder ??= record()
        void recorder.then(({ context, node }) => {
          context.createMediaElementSource(this).connect(node)
        })
      }
    }
  }, recorderSource)
}

export const turnsOf = (page: Page): Promise<Turn[]> => page.evaluate(() => Reflect.get(window, 'turnsHeard'))

/** A turn is counted when one channel starts after silence and the other one stops. */
const recorderSource = `
const loud = 0.05
registerProcessor('turns', class extends AudioWorkletProcessor {
  at = 0
  /** The first sample of what sounds on a side now, and the last one. */
  first = [-1, -1]
  last = [-1, -1]
  process([input], [output]) {
    for (let index = 0; index < 128; index += 1, this.at += 1) {
      for (const side of [0, 1]) {
        const sample = input[side]?.[index] ?? 0
        if (output[side]) output[side][index] = sample
        if (Math.abs(sample) < loud) continue
        // A tone crosses zero: a quarter of a second without it is an end.
        if (this.last[side] < 0 || this.at - this.last[side] > sampleRate / 4) this.first[side] = this.at
        this.last[side] = this.at
      }
    }
    for (const side of [0, 1]) {
      const other = 1 - side
      const hasEnded = this.last[side] >= 0 && this.at - this.last[side] > sampleRate / 2
      if (!hasEnded || this.first[other] < 0 || this.last[other] < this.last[side]) continue
      this.port.postMessage({ silentMs: ((this.first[other] - this.last[side] - 1) / sampleRate) * 1000 })
      this.last[side] = -1
    }
    return true
  }
})`
