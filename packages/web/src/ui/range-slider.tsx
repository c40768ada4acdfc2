import clsx from 'clsx'
import { type ChangeEvent, useState } from 'react'

export interface RangeSliderProps {
  /** Heights of the bars, from 0 to 1. A thumb is between bars: its position is 0 to the number of bars. */
  readonly bars: readonly number[]
  readonly min: SliderThumb
  /** If absent, the range has no upper end. */
  readonly max?: SliderThumb | undefined
}

export interface SliderThumb {
  readonly label: string
  readonly position: number
  readonly textOf: (position: number) => string
  readonly onCommit: (position: number) => void
}

/** One or two native sliders over a histogram, which keyboards and screen readers support natively. */
export function RangeSlider({ bars, min, max }: RangeSliderProps) {
  const end = max?.position ?? bars.length
  return (
    <div className="clear-left pt-2">
      <div className="flex h-9 items-end gap-px" aria-hidden>
        {bars.map((height, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={at}
            className={clsx('flex-1 rounded-t-xs', at >= min.position && at < end ? 'bg-acc/70' : 'bg-line')}
            style={{ height: `${Math.max(height > 0 ? 8 : 2, height * 100)}%` }}
          />
        ))}
      </div>
      <div className="relative h-6 pointer-coarse:-mt-2 pointer-coarse:h-11">
        <Slider thumb={min} last={bars.length} limit={(position) => Math.min(position, end - 1)} />
        {max && (
          <Slider thumb={max} last={bars.length} limit={(position) => Math.max(position, min.position + 1)} />
        )}
      </div>
    </div>
  )
}

interface SliderProps {
  readonly thumb: SliderThumb
  readonly last: number
  /** Keeps the thumbs from passing each other. */
  readonly limit: (position: number) => number
}

/** Commits the value when the thumb is released, not at every step. */
function Slider({ thumb: { label, position, textOf, onCommit }, last, limit }: SliderProps) {
  const [moving, move] = useState<number>()
  const shown = moving ?? position
  const commit = () => {
    if (moving !== undefined && moving !== position) onCommit(moving)
    move(undefined)
  }
  return (
    <>
      {moving !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-full mb-1 -translate-x-1/2 rounded-full bg-fg px-2 py-0.5 text-[11.5px] whitespace-nowrap text-bg"
          style={{ left: `${10 + (shown / last) * 80}%` }}
        >
          {textOf(shown)}
        </span>
      )}
      <input
        type="range"
        className="range-thumb"
        aria-label={label}
        aria-valuetext={textOf(shown)}
        title={textOf(shown)}
        min={0}
        max={last}
        value={shown}
        onChange={(event: ChangeEvent<HTMLInputElement>) => move(limit(event.target.valueAsNumber))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
    </>
  )
}
