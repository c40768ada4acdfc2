import { listRedemptions } from '@koedana/contract/keys.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { keysKey } from './keys-query.ts'

/** Who used a key. */
export function KeyRedemptions({ keyId }: { readonly keyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...keysKey, keyId, 'redemptions'],
    queryFn: ({ signal }) => call(listRedemptions, { params: { id: keyId } }, signal),
  })
  return (
    <section className="text-sm">
      <h3 className="mb-1.5 text-[13px] font-medium">{t('keys.redemptions')}</h3>
      {!data && <Skeleton className="h-10 w-full" />}
      <ul className="max-h-40 divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {data?.items.map(({ user, platform, redeemedAt }) => (
          <li key={`${redeemedAt} ${user?.id ?? ''}`} className="flex justify-between gap-3 px-3 py-2">
            <span className="truncate font-medium">{user?.username ?? t('keys.goneUser')}</span>
            <span className="shrink-0 text-mut">
              {t(`platform.${platform}`)} · {format.instant(redeemedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
