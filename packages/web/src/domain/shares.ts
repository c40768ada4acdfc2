/** Active share links, for their owner and for administrators. */
import { listShares, type Share } from '@koedana/contract/shares.ts'
import { queryOptions } from '@tanstack/react-query'
import { useFormat, useT } from '../lib/i18n.ts'
import { call } from './api.ts'
import { useShareWords } from './share-words.ts'

/** The user's own links, and what links may do on this server. */
export const sharesQuery = () =>
  queryOptions({
    queryKey: ['shares'],
    queryFn: ({ signal }) => call(listShares, {}, signal),
  })

/** Returns a function that formats a share as a row, with its owner if there is one. Suspends until its messages are loaded. */
export function useShareRowFormat(): (share: Share & { readonly owner?: string }) => {
  readonly id: string
  readonly name: string
  readonly detail: string
} {
  useShareWords()
  const t = useT()
  const format = useFormat()
  return ({ id, target, name, owner, listening, expiresAt }) => ({
    id,
    name: name === '' ? t('shares.gone') : name,
    detail: [
      t(`shares.kind.${target.kind}`),
      owner !== undefined && t('shares.by', { owner }),
      listening && t('shares.listening'),
      t('shares.until', { at: format.instant(expiresAt) }),
    ]
      .filter(Boolean)
      .join(' · '),
  })
}
