import { getSetup } from '@koedana/contract/auth.ts'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The first minutes with an empty catalogue: three ways to fill it, one of them to try. */
export function EmptyShelf({ onReload }: { readonly onReload: () => void }) {
  const t = useT()
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, {}, signal),
  })
  return (
    <div>
      <h1 className="sr-only">{t('nav.home')}</h1>
      <EmptyState title={t('home.emptyTitle')} icon={<IconBooks size={28} aria-hidden />}>
        <p>{t('home.emptyBody')}</p>
        {setup?.isNeeded && (
          <Link to="/setup" className="btn-primary">
            {t('setup.start')}
          </Link>
        )}
        <ol className="flex w-full flex-col gap-3 text-left">
          <Step what={t('home.emptyDemo')} command="npm run demo" />
          <Step what={t('home.emptyScan')} command="koedana scan PATH --age all" />
          <Step what={t('home.emptyImport')} command="koedana import FILE" />
        </ol>
        <button type="button" className="btn-primary" onClick={onReload}>
          {t('home.emptyReload')}
        </button>
      </EmptyState>
    </div>
  )
}

function Step({ what, command }: { readonly what: string; readonly command: string }) {
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-3">
      <p className="text-fg">{what}</p>
      <code className="mt-1.5 block overflow-x-auto rounded-lg bg-sunken px-3 py-2 text-[13px] text-fg select-all">
        {command}
      </code>
    </li>
  )
}
