import { revokeShare } from '@koedana/contract/shares.ts'
import { IconShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { sharesQuery, useShareRowFormat } from '../../domain/shares.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { ErrorState, Skeleton } from '../../ui/page.tsx'
import { type Revocable, RevocableList } from '../../ui/revocable-list.tsx'

export function SharesSection() {
  const shareRow = useShareRowFormat()
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useAwaitedQuery(sharesQuery())
  const revoke = async ({ id, name }: Revocable) => {
    try {
      await call(revokeShare, { params: { id } })
      notify(t('shares.revoked', { name }), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries(sharesQuery())
  }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('shares.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('shares.help')}</p>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-24 w-full" />}
      {data?.items.length === 0 && <p className="rounded-card bg-soft p-5 text-sm">{t('shares.none')}</p>}
      {data && data.items.length > 0 && (
        <RevocableList
          label={t('shares.title')}
          icon={IconShare}
          items={data.items.map(shareRow)}
          revoke={t('shares.revoke')}
          revokeOf={(name) => t('shares.revokeOf', { name })}
          onRevoke={(item) => void revoke(item)}
        />
      )}
    </section>
  )
}
