/** Shares a work, a playlist or a list with people without an account. Hidden for guests. Load lazily. */
import { personalFilters } from '@koedana/contract/filters.ts'
import type { ShareTarget } from '@koedana/contract/shares.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../../domain/session.ts'
import { useShareWords } from '../../../domain/share-words.ts'
import { useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { shareNameOf } from './share-name.rules.ts'

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
)

export interface ShareButtonProps {
  readonly target: ShareTarget
  readonly title: string
  /** Whether the button has a text label. */
  readonly isWide?: boolean
}

export function ShareButton(props: ShareButtonProps) {
  const user = useUser()
  return user && user.role !== roleOf.guest ? <Share {...props} /> : null
}

function Share({ target, title, isWide = false }: ShareButtonProps) {
  useShareWords()
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={isWide ? 'btn-icon size-11! border border-line' : 'btn h-10 pointer-coarse:h-11'}
        aria-label={t('share.act')}
        title={t('share.act')}
        onClick={() => setOpen(true)}
      >
        <IconShare size={isWide ? 19 : 16} aria-hidden />
        {!isWide && t('share.act')}
      </button>
      <Suspense>
        {isOpen && <ShareDialog target={target} title={title} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

export interface ShareListProps {
  readonly search: WorksSearch
  readonly name: string | undefined
}

/** Hidden for lists filtered by the user's own data, which mean nothing to others; a playlist can be shared instead. */
export function ShareList({ search: { seed: _seed, ...search }, name }: ShareListProps) {
  useShareWords()
  const t = useT()
  if (personalFilters.some((filter) => search[filter] !== undefined)) return null
  const called = shareNameOf(name ?? search.q ?? '') || t('works.title')
  return <ShareButton target={{ kind: 'list', name: called, search }} title={called} />
}
