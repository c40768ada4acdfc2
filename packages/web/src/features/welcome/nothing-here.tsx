import { IconBooks, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { aboutQuery } from '../../lib/about-query.ts'
import { useT } from '../../lib/i18n.ts'
import { useMoreWords } from '../../lib/more-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { nothingOf } from './nothing.rules.ts'
import { SetupCall } from './setup-call.tsx'
import { useSituation } from './use-situation.ts'

export interface NothingHereProps {
  /** How much the viewer's own settings hide, in words; undefined where they hide nothing. */
  readonly hidden: string | undefined
  /** `h1` where it is the whole page. */
  readonly heading?: 'h1' | 'h2'
  /** Where an administrator is told how to fill the shelf; elsewhere it may be full, but without any of these. */
  readonly onReload?: () => void
}

/** Instead of a list that is empty without any filter: why, and what to do. Import it lazily: it is rarely seen. */
export function NothingHere({ hidden, heading = 'h2', onReload }: NothingHereProps) {
  useMoreWords()
  const t = useT()
  const situation = useSituation(hidden !== undefined)
  const { href } = useLocation()
  if (!situation) return null
  const nothing = nothingOf(situation)
  if (nothing === 'contradiction' || nothing === 'settings') {
    return (
      <EmptyState title={t('empty.settings')} icon={<IconEyeOff size={26} aria-hidden />} heading={heading}>
        <p>{nothing === 'contradiction' ? t('content.nothingLeft') : hidden}</p>
        <Link to="/settings" hash="content" className="btn-primary">
          {t('content.title')}
        </Link>
      </EmptyState>
    )
  }
  if (nothing === 'setup') return <SetupCall heading={heading} />
  if (nothing === 'shelf' && onReload) return <EmptyShelf heading={heading} onReload={onReload} />
  return (
    <EmptyState title={t('empty.title')} icon={<IconBooks size={28} aria-hidden />} heading={heading}>
      {nothing === 'login' && (
        <>
          <p>{t('empty.login')}</p>
          <Link to="/auth/login" search={{ redirect: href }} className="btn-primary">
            {t('nav.login')}
          </Link>
        </>
      )}
      {nothing === 'account' && <AccountWay />}
      {nothing === 'nothing' && <p>{t('empty.later')}</p>}
    </EmptyState>
  )
}

function AccountWay() {
  const t = useT()
  const { data: about } = useQuery(aboutQuery())
  return (
    <>
      <p>{t('empty.account')}</p>
      {about && about.registration !== 'closed' && (
        <Link to="/auth/register" className="btn-primary">
          {t('auth.register')}
        </Link>
      )}
    </>
  )
}
