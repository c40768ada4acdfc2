import { type CSSProperties, lazy, Suspense, type WheelEvent } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { useShownCover } from '../../domain/cover-url.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { nextTrack, previousTrack, skip } from '../player-actions.ts'
import { coverImages, type PlayerItem } from '../player-item.ts'
import { useSwipe } from './use-swipe.ts'

const DrawnCover = lazy(() =>
  import('../../ui/placeholder-cover.tsx').then(({ PlaceholderCover }) => ({ default: PlaceholderCover })),
)

export interface CoverProps {
  readonly item: PlayerItem
  readonly onClose: () => void
  readonly onPress: (() => void) | undefined
}

/** A swipe goes to the next or previous track, or closes the player; the wheel seeks. */
export function Cover({ item, onClose, onPress }: CoverProps) {
  const t = useT()
  const swipe = useSwipe({ onDown: onClose, onLeft: nextTrack, onRight: previousTrack })
  const onWheel = ({ deltaY }: WheelEvent) => skip(deltaY < 0 ? 5 : -5)
  return (
    <div
      className="flex min-h-0 flex-col items-center justify-center"
      {...swipe}
      style={{ ...swipe.style, ...sizeContainer }}
      onWheel={onWheel}
    >
      {onPress ? (
        <button
          type="button"
          className="block text-left"
          style={coverSize}
          aria-label={t('full.side')}
          onClick={onPress}
        >
          <Picture item={item} />
        </button>
      ) : (
        <div style={coverSize}>
          <Picture item={item} />
        </div>
      )}
    </div>
  )
}

/** Phones in landscape have little height: the cover is as large as fits without overlap. */
const sizeContainer: CSSProperties = { containerType: 'size' }
const coverSize: CSSProperties = { width: 'min(100cqw, 133cqh)' }

/** If the policy hides the cover, a blur is shown, as on the work page. */
function Picture({ item: { workId, title, makerId, cover } }: Pick<CoverProps, 'item'>) {
  const shown = useShownCover(workId, cover)
  const images = coverImages(workId, shown ?? null)
  const large = images.at(-1)
  if (!large)
    return (
      <div
        className="aspect-4/3 w-full rounded-card bg-sunken bg-cover"
        style={cover ? blurOf(cover) : undefined}
      >
        {!cover && (
          <Suspense>
            <DrawnCover id={workId} makerId={makerId} title={title} lang={nameLanguage(title)} />
          </Suspense>
        )}
      </div>
    )
  return (
    <img
      src={large.src}
      srcSet={images.map(({ src, sizes }) => `${src} ${sizes?.split('x')[0]}w`).join(', ')}
      sizes="(min-width: 1024px) 40vw, 92vw"
      alt=""
      draggable={false}
      className="aspect-4/3 w-full rounded-card object-cover shadow-[0_24px_60px_-20px_rgb(0_0_0/0.7)]"
    />
  )
}

function blurOf({ thumbhash }: NonNullable<PlayerItem['cover']>) {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})` }
}
