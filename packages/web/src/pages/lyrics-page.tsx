import { roleOf } from '@koedana/contract/values.ts'
import { IconLock, IconMoodEmpty, IconQuote } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useListeningWords } from '../domain/listening-words.ts'
import { useUser } from '../domain/session.ts'
import { SpokenLines, stepByArrows, stop } from '../features/works/spoken/spoken-lines.tsx'
import {
  isSearchable,
  linesPerPage,
  spokenQuery,
  useMayListen,
} from '../features/works/spoken/spoken-query.ts'
import { useMoreWords, useT } from '../lib/i18n.ts'
import { DebouncedField } from '../ui/debounced-field.tsx'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'

/** Searches lyrics; a press on a line plays from there. The query is in the URL, so a search can be shared. */
export function LyricsPage() {
  useListeningWords()
  const t = useT()
  const { q = '', page = 1 } = useSearch({ from: '/site/lyrics' })
  const navigate = useNavigate({ from: '/lyrics' })
  const mayListen = useMayListen()
  const { data, isPlaceholderData } = useQuery({
    ...spokenQuery(q, page),
    enabled: mayListen === true && isSearchable(q),
    placeholderData: keepPreviousData,
  })
  useDocumentTitle(q || t('nav.spoken'))
  const count = data && isSearchable(q) && !isPlaceholderData ? t('spoken.count', { count: data.total }) : ''
  return (
    <div className="mx-auto max-w-4xl">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="page-title">{t('nav.spoken')}</h1>
        <p className="text-mut" aria-live="polite">
          {count}
        </p>
      </div>
      {mayListen === false ? (
        <NotForVisitors />
      ) : (
        <>
          <DebouncedField
            label={t('spoken.find')}
            className="mb-4 h-11"
            value={q}
            onChange={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
            onKeyDown={stepByArrows}
            {...stop}
          />
          <LyricsResults q={q} page={page} isAllowed={mayListen === true} />
        </>
      )}
    </div>
  )
}

interface FoundProps {
  readonly q: string
  readonly page: number
  readonly isAllowed: boolean
}

/** Keeps the old results while new ones load, dimmed. */
function LyricsResults({ q, page, isAllowed }: FoundProps) {
  const t = useT()
  const navigate = useNavigate({ from: '/lyrics' })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...spokenQuery(q, page),
    enabled: isAllowed && isSearchable(q),
    placeholderData: keepPreviousData,
  })
  if (!isSearchable(q)) {
    return (
      <EmptyState title={t('spoken.start')} icon={<IconQuote size={26} aria-hidden />}>
        <p>{t('spoken.help')}</p>
      </EmptyState>
    )
  }
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 rounded-card!" />
  return (
    <div
      className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
      aria-busy={isPlaceholderData}
    >
      {data.indexing && <p className="mb-3 text-[13px] text-mut">{t('spoken.indexing')}</p>}
      {data.total === 0 ? (
        <EmptyState title={t('spoken.none', { q })} icon={<IconMoodEmpty size={26} aria-hidden />}>
          <p>{t('spoken.noneHelp')}</p>
          <Link to="/works" search={{ q }} className="btn max-w-full">
            <span className="truncate">{t('spoken.works', { q })}</span>
          </Link>
        </EmptyState>
      ) : (
        <SpokenLines lines={data.items} label={t('nav.spoken')} />
      )}
      <Pager
        page={page}
        pageSize={linesPerPage}
        total={data.total}
        onChange={(next) => void navigate({ search: { q, page: next } })}
      />
    </div>
  )
}

function NotForVisitors() {
  useMoreWords()
  const t = useT()
  const isGuest = useUser()?.role === roleOf.guest
  return (
    <EmptyState
      title={t(isGuest ? 'listening.guests' : 'listening.visitors')}
      icon={<IconLock size={26} aria-hidden />}
    >
      <Link
        to={isGuest ? '/auth/register' : '/auth/login'}
        search={{ redirect: '/lyrics' }}
        className="btn-primary"
      >
        {t(isGuest ? 'auth.register' : 'nav.login')}
      </Link>
    </EmptyState>
  )
}
