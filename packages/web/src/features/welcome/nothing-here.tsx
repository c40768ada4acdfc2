import { IconBooks, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { aboutQuery, setupQuery } from '../../domain/about-query.ts'
import { useContentSettings } from '../../domain/content-settings.ts'
import { useIsAdmin, useUser } from '../../domain/session.ts'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useMoreWords, useT } from '../../lib/i18n.ts'
import { EmptyState, type EmptyStateProps } from '../../ui/page.tsx'
import { nothingOf, type Situation } from './nothing.rules.ts'
import { SetupCall } from './setup-call.tsx'

export interface NothingHereProps {
  /** How much the viewer's own settings hide, in words; undefined if they hide nothing. */
  readonly hidden: string | undefined
  /** `h1` if it is the whole page. */
  readonly heading?: 'h1' | 'h2'
  /** Given if an administrator is to be shown how to fill the shelf; elsewhere it may be full, but without any of these. */
  readonly demo?: ReactNode
}

/** Replaces a list that is empty without any filter: why, and what to do. Import it lazily: it is rarely seen. */
export function NothingHere({ hidden, heading = 'h2', demo }: NothingHereProps) {
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
  if (nothing === 'setup') return href === '/' ? <FirstStep /> : <SetupCall heading={heading} />
  if (nothing === 'shelf' && demo) return <EmptyShelf heading={heading} demo={demo} />
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

/** Whoever comes home at the machine itself, to a server that has nothing, has come to set it up. */
function FirstStep() {
  const { data } = useQuery(setupQuery())
  return data?.needsCode ? <SetupCall heading="h1" /> : <Navigate to="/setup" replace />
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

export interface EmptyShelfProps extends Required<Pick<EmptyStateProps, 'heading'>> {
  /** A way to something to hear, for who has nothing at hand. */
  readonly demo: ReactNode
}

/** Shows an empty catalogue, as its administrator sees it, and how to fill it. */
function EmptyShelf({ heading, demo }: EmptyShelfProps) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('home.emptyTitle')} icon={<IconBooks size={28} aria-hidden />} heading={heading}>
      <p>{t('home.emptyBody')}</p>
      <Link to="/admin/storages" className="btn-primary h-11">
        {t('home.emptyFolder')}
      </Link>
      {demo}
      <p className="pt-3 text-[13px]">
        {t('home.emptyImport')}
        <code className="mt-1.5 block overflow-x-auto rounded-lg bg-sunken px-3 py-2 text-fg select-all">
          koedana import FILE
        </code>
      </p>
    </EmptyState>
  )
}

/** Returns undefined until the server has said enough to show the right thing at once. */
function useSituation(isHidden: boolean): Situation | undefined {
  const user = useUser()
  const isAdmin = useIsAdmin()
  const settings = useContentSettings()
  const { data: about } = useQuery(aboutQuery())
  const { data: setup } = useQuery({ ...setupQuery(), enabled: !isAdmin })
  if (!settings || !about || (!setup && !isAdmin)) return undefined
  const { policy, ageFilterMode } = settings
  return {
    isHidden,
    policy,
    ageFilterMode,
    role: user?.role,
    needsSetup: setup?.isNeeded === true && !isAdmin,
    visitorCeiling: about.visitorCeiling,
  }
}
