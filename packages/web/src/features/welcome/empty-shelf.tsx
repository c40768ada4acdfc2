import { IconBooks } from '@tabler/icons-react'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, type EmptyStateProps } from '../../ui/empty-state.tsx'

export interface EmptyShelfProps extends Required<Pick<EmptyStateProps, 'heading'>> {
  readonly onReload: () => void
}

/** An empty catalogue, as its administrator is told: three ways to fill it, one of them to try. */
export function EmptyShelf({ heading, onReload }: EmptyShelfProps) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('home.emptyTitle')} icon={<IconBooks size={28} aria-hidden />} heading={heading}>
      <p>{t('home.emptyBody')}</p>
      <ol className="flex w-full flex-col gap-3 text-left">
        <Step what={t('home.emptyDemo')} command="npm run demo" />
        <Step what={t('home.emptyScan')} command="koedana scan PATH --age all" />
        <Step what={t('home.emptyImport')} command="koedana import FILE" />
      </ol>
      <button type="button" className="btn-primary" onClick={onReload}>
        {t('home.emptyReload')}
      </button>
    </EmptyState>
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
