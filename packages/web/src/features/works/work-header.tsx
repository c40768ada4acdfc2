import type { Work } from '@koedana/contract/works.ts'
import { IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { coverUrl, useShownCover } from '../../domain/cover-url.ts'
import { useFormat } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { Cover } from './cover.tsx'
import { EntityLink } from './work-details.tsx'

export interface WorkHeaderProps {
  readonly work: Work
  /** The Play button, or why there is nothing to play. */
  readonly children: ReactNode
}

export function WorkHeader({ work, children }: WorkHeaderProps) {
  const format = useFormat()
  const facts = [
    work.ratingCount !== null && work.ratingCount > 0 && `(${format.number(work.ratingCount)})`,
    work.duration !== null && format.duration(work.duration),
    work.releaseDate && format.date(work.releaseDate),
    work.id,
  ]
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,7fr)_minmax(0,10fr)] md:gap-10">
      <Glow work={work} />
      <div className="relative self-start rounded-card shadow-[0_24px_60px_-24px_rgb(15_30_60/0.6)]">
        <Cover work={work} sizes="(min-width: 768px) 420px, 100vw" eager />
      </div>
      <div className="relative flex min-w-0 flex-col justify-center">
        {work.maker && (
          <Link
            ref={menuFor({ kind: 'makers', entity: work.maker })}
            to="/works"
            search={{ makers: [work.maker.id] }}
            className="self-start text-sm font-medium text-acc hover:underline"
            lang={nameLanguage(work.maker.name)}
          >
            {work.maker.name}
          </Link>
        )}
        <h1
          ref={menuFor({ kind: 'works', work })}
          className="page-title mt-1.5 wrap-anywhere"
          lang={work.titleLanguage}
        >
          {work.title}
        </h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mut">
          {work.rating !== null && (
            <span className="inline-flex items-center gap-1 font-semibold text-fg">
              <IconStarFilled size={14} className="text-acc" aria-hidden />
              {format.rating(work.rating)}
            </span>
          )}
          {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
        </p>
        {work.genres.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-1.5">
            {work.genres.map((genre) => (
              <li key={genre.id}>
                <EntityLink kind="genres" entity={genre} isChip />
              </li>
            ))}
          </ul>
        )}
        <div className="mt-6 flex flex-wrap items-center gap-3">{children}</div>
      </div>
    </div>
  )
}

/** Darkens light covers, which would look foggy in the dark theme. */
const darkOverlay = { background: 'light-dark(transparent, oklch(0.2 0.02 250 / 60%))' } as const

/** A blurred cover behind the header that fades out on every side. */
function Glow({ work }: { readonly work: Work }) {
  const cover = useShownCover(work.id, work.cover)
  if (!cover) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-0 h-112 overflow-hidden opacity-35 mask-[linear-gradient(black,transparent)] left-(--side)"
    >
      <div className="size-full mask-[linear-gradient(to_right,transparent,black_15%,black_85%,transparent)]">
        <img
          src={coverUrl(work.id, cover, 240)}
          alt=""
          className="size-full scale-125 object-cover blur-3xl"
        />
        <div className="absolute inset-0" style={darkOverlay} />
      </div>
    </div>
  )
}
