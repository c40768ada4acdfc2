import { coverSizes } from '@koedana/contract/values.ts'
import type { Cover as CoverOfWork, WorkCard } from '@koedana/contract/works.ts'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { coverUrl, useShownCover } from '../../domain/cover-url.ts'
import { useT } from '../../lib/i18n.ts'

const Veil = lazy(() => import('./reveal-button.tsx').then(({ RevealButton }) => ({ default: RevealButton })))
const DrawnWork = lazy(() =>
  import('./placeholder-work-cover.tsx').then(({ PlaceholderWorkCover }) => ({
    default: PlaceholderWorkCover,
  })),
)

export interface CoverProps {
  readonly work: Pick<WorkCard, 'id' | 'cover' | 'ageCategory'> &
    Partial<Pick<WorkCard, 'title' | 'titleLanguage' | 'maker'>>
  /** The `sizes` attribute of the image, such as `210px`. */
  readonly sizes?: string
  readonly eager?: boolean
  /** Omits badges, for covers that are too small for text. */
  readonly bare?: boolean
  /** Whether a placeholder cover is rendered with all its details. */
  readonly isWhole?: boolean
}

export function Cover(props: CoverProps) {
  const { work, bare = false } = props
  if (work.cover) return <Picture {...props} cover={work.cover} />
  return (
    <div className="relative aspect-4/3 rounded-card bg-sunken">
      <Suspense>
        <DrawnWork {...props} />
      </Suspense>
      <AgeBadge work={work} bare={bare} />
    </div>
  )
}

/** Shows a blurred placeholder until the image is loaded. */
function Picture({
  work,
  cover,
  sizes = '210px',
  eager = false,
  bare = false,
}: CoverProps & { readonly cover: CoverOfWork }) {
  const shown = useShownCover(work.id, cover)
  // The signature of an image that failed to load.
  const [broken, setBroken] = useState<string>()
  const isBroken = shown && broken === shown.signature
  const frame = useRef<HTMLDivElement>(null)
  usePlaceholder(frame, cover.thumbhash)
  return (
    <div ref={frame} className="relative aspect-4/3 rounded-card bg-sunken bg-cover">
      {shown && !isBroken && (
        <img
          alt=""
          width={560}
          height={420}
          srcSet={coverSizes.map((size) => `${coverUrl(work.id, shown, size)} ${size}w`).join(', ')}
          sizes={sizes}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full rounded-card object-cover"
          onError={() => setBroken(shown.signature)}
        />
      )}
      <Suspense>
        {isBroken && <DrawnWork work={work} bare={bare} onOnline={() => setBroken(undefined)} />}
        {!shown && <Veil work={work} bare={bare} />}
      </Suspense>
      <AgeBadge work={work} bare={bare} />
    </div>
  )
}

/** Shows a badge unless the work is for all ages. */
const AgeBadge = ({ work: { ageCategory }, bare }: Pick<CoverProps, 'work' | 'bare'>) =>
  ageCategory !== 'all' && !bare && <AgeMark age={ageCategory} />

function AgeMark({ age }: { readonly age: WorkCard['ageCategory'] }) {
  const t = useT()
  return (
    <span className="absolute top-2 left-2 rounded-full bg-black/65 px-2 py-0.5 text-[10.5px] font-semibold text-white">
      {t(`age.${age}`)}
    </span>
  )
}

/** Renders the blurred placeholder of a new card after the card is on screen. */
function usePlaceholder(frame: RefObject<HTMLElement | null>, thumbhash: string | undefined): void {
  useEffect(() => {
    const element = frame.current
    if (!element || thumbhash === undefined) return
    let timer: number | undefined
    const show = () => {
      element.style.backgroundImage = placeholder(thumbhash)
    }
    const drawn = requestAnimationFrame(() => {
      timer = window.setTimeout(show)
    })
    if (placeholders.has(thumbhash)) show()
    return () => {
      cancelAnimationFrame(drawn)
      clearTimeout(timer)
      element.style.backgroundImage = ''
    }
  }, [frame, thumbhash])
}

/** Returns the thumbhash as a CSS image. Cached, because scrolling back and forth needs the same ones. */
export function placeholder(thumbhash: string): string {
  const known = placeholders.get(thumbhash)
  if (known !== undefined) return known
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const url = `url(${thumbHashToDataURL(bytes)})`
  if (placeholders.size > maxPlaceholders) placeholders.clear()
  placeholders.set(thumbhash, url)
  return url
}

const placeholders = new Map<string, string>()
/** Each placeholder takes about 2 kB. */
const maxPlaceholders = 500
