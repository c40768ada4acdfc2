import { IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setupQuery } from '../../domain/about-query.ts'
import { useIsAdmin } from '../../domain/session.ts'
import { useSetupWords } from '../../domain/setup-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, type EmptyStateProps } from '../../ui/page.tsx'

/** Replaces a page while the server has no administrator. */
export function SetupPrompt({ heading }: Required<Pick<EmptyStateProps, 'heading'>>) {
  useSetupWords()
  const t = useT()
  return (
    <EmptyState
      title={t('setup.neededTitle')}
      icon={<IconUserShield size={28} aria-hidden />}
      heading={heading}
    >
      <SetupWay />
    </EmptyState>
  )
}

/** A notice next to other content; empty once there is an administrator. Load lazily: it is only needed on a new server. */
export function SetupNotice() {
  const isAdmin = useIsAdmin()
  const { data } = useQuery({ ...setupQuery(), enabled: !isAdmin })
  return data?.isNeeded && !isAdmin ? <Notice /> : null
}

function Notice() {
  useSetupWords()
  const t = useT()
  return (
    <aside className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-soft p-5 text-sm">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">{t('setup.neededTitle')}</p>
        <SetupHelp />
      </div>
      <SetupLink />
    </aside>
  )
}

const SetupWay = () => (
  <>
    <SetupHelp />
    <SetupLink />
  </>
)

/** A user on the server's machine can continue at once; others need the code that the server printed. */
function SetupHelp() {
  const t = useT()
  const { data } = useQuery(setupQuery())
  return <p>{t(data?.needsCode ? 'setup.neededCode' : 'setup.neededHere')}</p>
}

function SetupLink() {
  const t = useT()
  const { data } = useQuery(setupQuery())
  return (
    <Link to="/setup" className={data?.needsCode ? 'btn' : 'btn-primary'}>
      {t(data?.needsCode ? 'setup.haveCode' : 'setup.start')}
    </Link>
  )
}
