import { IconQuote } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useListeningWords } from '../../../domain/listening-words.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { isSearchable, spokenQuery, useMayListen } from './spoken-query.ts'

/** Links from a search for works to the lyrics search, with the number of matches. Load lazily: most lists have no search. */
export function AlsoSpoken({ q }: { readonly q: string }) {
  useListeningWords()
  const t = useT()
  const format = useFormat()
  const isSearching = useMayListen() === true && isSearchable(q)
  const { data } = useQuery({ ...spokenQuery(q, 1, 1), enabled: isSearching })
  if (!isSearching) return null
  return (
    <Link to="/lyrics" search={{ q }} preload={false} className="chip hover:border-acc hover:text-acc">
      <IconQuote size={15} aria-hidden />
      {t('spoken.also')}
      {data && <span className="text-xs text-mut">{format.compact(data.total)}</span>}
    </Link>
  )
}
