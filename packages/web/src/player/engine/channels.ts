/** Mono output and swapped left and right channels. The Web Audio graph is created only when one of them is first used. */
export interface Channels {
  readonly mono: boolean
  readonly swap: boolean
}

/** Returns the gain of a channel on its own side, and its gain on the other side. */
export function gainsOf({ mono, swap }: Channels): { readonly same: number; readonly across: number } {
  if (mono) return { same: 0.5, across: 0.5 }
  return swap ? { same: 0, across: 1 } : { same: 1, across: 0 }
}

/** Routes the audio elements through a Web Audio graph until the page closes. Returns a function that sets the channels. */
export function createChannelGraph(elements: readonly HTMLAudioElement[]): (channels: Channels) => void {
  const context = new AudioContext()
  const [splitter, merger] = [context.createChannelSplitter(2), context.createChannelMerger(2)]
  const same = [0, 1].map((side) => connectGain(context, { splitter, merger, from: side, to: side }))
  const across = [0, 1].map((side) => connectGain(context, { splitter, merger, from: side, to: 1 - side }))
  merger.connect(context.destination)
  for (const element of elements) {
    const source = context.createMediaElementSource(element)
    // Upmix mono sources, so that they play on both sides.
    const both = new GainNode(context, { channelCount: 2, channelCountMode: 'explicit' })
    source.connect(both).connect(splitter)
    element.addEventListener('play', () => void context.resume())
  }
  return (channels) => {
    const gains = gainsOf(channels)
    void context.resume()
    for (const gain of same) gain.gain.value = gains.same
    for (const gain of across) gain.gain.value = gains.across
  }
}

interface ChannelRoute {
  readonly splitter: ChannelSplitterNode
  readonly merger: ChannelMergerNode
  readonly from: number
  readonly to: number
}

function connectGain(context: AudioContext, { splitter, merger, from, to }: ChannelRoute): GainNode {
  const gain = context.createGain()
  splitter.connect(gain, from)
  gain.connect(merger, 0, to)
  return gain
}
