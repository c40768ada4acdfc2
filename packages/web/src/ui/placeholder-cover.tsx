/** Draws a placeholder cover for a work or entity without a picture. Load lazily: most have one. */
import { coverColorsOf, coverPathsOf } from '@koedana/contract/cover-art.rules.ts'
import type { CSSProperties } from 'react'

export interface DrawnCoverProps {
  readonly id: string
  /** Determines the colors: works of one maker have related colors. */
  readonly makerId?: string | undefined
  /** Drawn in large letters; it must also be shown as text next to the cover. */
  readonly title?: string | undefined
  readonly lang?: string | undefined
  /** Whether there is only room for the first letter. */
  readonly isSmall?: boolean
  /** If false, only the colors are drawn, which takes a tenth of the time. */
  readonly isWhole?: boolean | undefined
}

export function PlaceholderCover({ id, makerId = id, isWhole = true, ...drawing }: DrawnCoverProps) {
  const { light, dark } = coverColorsOf(makerId)
  return (
    <div
      aria-hidden
      className="size-full"
      style={{ backgroundImage: gradient(light, dark), borderRadius: 'inherit' }}
    >
      {isWhole && <Drawing id={id} {...drawing} />}
    </div>
  )
}

type DrawingProps = Omit<DrawnCoverProps, 'makerId' | 'isWhole'>

function Drawing({ id, title = '', lang, isSmall = false }: DrawingProps) {
  return (
    <div className="relative size-full overflow-clip text-white" style={framed}>
      <svg
        viewBox="0 0 400 300"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full overflow-visible"
        role="presentation"
      >
        {coverPathsOf(id).map(({ d, opacity, stroke }) => (
          <path key={d} d={d} strokeWidth={stroke} {...(stroke > 0 ? line(opacity) : filled(opacity))} />
        ))}
      </svg>
      {isSmall ? (
        <span className="absolute inset-0 grid place-items-center font-bold" style={initial} lang={lang}>
          {firstLetter(title)}
        </span>
      ) : (
        <span className="absolute inset-x-0 bottom-0" style={shade} lang={lang}>
          <span className="line-clamp-2 overflow-clip font-bold tracking-tight wrap-anywhere" style={large}>
            {title}
          </span>
        </span>
      )}
    </div>
  )
}

const filled = (fillOpacity: number) => ({ fill: 'white', fillOpacity }) as const
const line = (strokeOpacity: number) =>
  ({ fill: 'none', stroke: 'white', strokeLinecap: 'round', strokeOpacity }) as const

/** Makes the font size relative to the width of the cover. */
const framed: CSSProperties = { containerType: 'inline-size', borderRadius: 'inherit' }
const shade: CSSProperties = {
  padding: '22cqi 7cqi 6cqi',
  backgroundImage: 'linear-gradient(transparent, rgb(0 0 0 / 0.45))',
}
const large: CSSProperties = { fontSize: '9.5cqi', lineHeight: 1.25 }
const initial: CSSProperties = { fontSize: '36cqi', lineHeight: 1 }

const gradient = (light: readonly [string, string], dark: readonly [string, string]): string =>
  `linear-gradient(135deg, light-dark(${light[0]}, ${dark[0]}), light-dark(${light[1]}, ${dark[1]}))`

/** Returns the first letter with its combining marks; brackets and symbols before it are skipped. */
function firstLetter(name: string): string {
  const [first] = name.match(/[\p{L}\p{N}]\p{M}*/u) ?? []
  return first?.toUpperCase() ?? ''
}
