import type { SavedView, ViewSearch } from '@koedana/contract/views.ts'
import { IconDice5, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'

export interface HomeChipsProps {
  readonly views: readonly SavedView[]
  readonly onRandom: () => void
  readonly onEdit: () => void
}

const shortMinutes = 15

/** Ways into the library that are one press away, and the saved views with what is new in each. */
export function HomeChips({ views, onRandom, onEdit }: HomeChipsProps) {
  const t = useT()
  return (
    <nav aria-label={t('home.chips')} className="mt-5">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-8 md:flex-wrap md:px-8">
        <Chip search={{ inLibrary: true, maxDuration: shortMinutes * 60 }}>
          {t('home.shorter', { count: shortMinutes })}
        </Chip>
        <Chip search={{ inLibrary: true, hasLyrics: true }}>{t('home.withLyrics')}</Chip>
        <Chip search={{ inLibrary: true, heard: false }}>{t('home.notHeard')}</Chip>
        <li className="shrink-0">
          <button type="button" className="chip" onClick={onRandom}>
            <IconDice5 size={16} aria-hidden />
            {t('home.random')}
          </button>
        </li>
        {views.map(({ id, name, search, newCount }) => (
          <Chip key={id} search={search}>
            <span className="max-w-60 truncate">{name}</span>
            {newCount > 0 && (
              <span className="rounded-full bg-acc px-1.5 text-[11px] font-semibold text-accfg">
                <span aria-hidden>{newCount}</span>
                <span className="sr-only">{t('views.new', { count: newCount })}</span>
              </span>
            )}
          </Chip>
        ))}
        {views.length > 0 && (
          <li className="shrink-0">
            <button type="button" className="chip" aria-label={t('views.edit')} onClick={onEdit}>
              <IconPencil size={15} aria-hidden />
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}

interface ChipProps {
  readonly search: ViewSearch
  readonly children: ReactNode
}

const Chip = ({ search, children }: ChipProps) => (
  <li className="shrink-0">
    <Link to="/works" search={search} state={{ head: 'none' }} className="chip">
      {children}
    </Link>
  </li>
)
