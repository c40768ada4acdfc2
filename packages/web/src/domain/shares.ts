/** Open links for people without an account, as their owner and administrators see them. */
import { listShares, type Share } from '@koedana/contract/shares.ts'
import { queryOptions } from '@tanstack/react-query'
import { useFormat, useT } from '../lib/i18n.ts'
import { call } from './api.ts'
import { useShareWords } from './share-words.ts'

/** One’s own, and what links may do on this server. */
export const sharesQuery = () =>
  queryOptions({
    queryKey: ['shares'],
    queryFn: ({ signal }) => call(listShares, {}, signal),
  })

/** Returns what a row says of one; an owner is named where they may be several. Suspends until the words are there. */
export function useShareRow(): (share: Share & { readonly owner?: string }) => {
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
