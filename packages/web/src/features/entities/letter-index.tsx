import { listEntityLetters } from '@koedana/contract/entities.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useListLayoutWords } from '../../domain/list-layout-words.ts'
import { useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import type { EntitiesQuery } from './entities-head.tsx'

export interface LetterIndexProps {
  readonly query: EntitiesQuery
  readonly onGo: (at: number) => void
}

/** The letters of an alphabetical list, sticky at the top. Load lazily. */
export function LetterIndex({ query: { kind, search }, onGo }: LetterIndexProps) {
  useListLayoutWords()
  const t = useT()
  const { sort: _, ...filter } = search
  const { data } = useQuery({
    queryKey: ['ranked-entities', useSettings.getState().locale, kind, 'letters', filter],
    queryFn: ({ signal }) => call(listEntityLetters, { params: { kind }, query: filter }, signal),
    meta: { silent: true },
    retry: false,
  })
  return (
    <nav
      aria-label={t('canvas.letters')}
      className="sticky top-14 z-10 flex h-11 items-center gap-1 overflow-x-auto bg-bg [scrollbar-width:none] md:top-16"
    >
      {data?.letters.map(({ letter, at }) => (
        <button key={letter} type="button" className="btn-icon text-[13px]" onClick={() => onGo(at)}>
          {letter}
        </button>
      ))}
    </nav>
  )
}
