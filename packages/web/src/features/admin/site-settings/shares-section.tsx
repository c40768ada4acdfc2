/** Sets what members' share links may do, and lists all active links. Load lazily: it has its own messages. */
import { listAllShares, revokeAllShares, revokeAnyShare } from '@koedana/contract/shares.ts'
import { type Settings, sharings } from '@koedana/contract/site-settings.ts'
import { IconShare } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useShareWords } from '../../../domain/share-words.ts'
import { useShareRowFormat } from '../../../domain/shares.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ChoiceList } from '../../../ui/choices.tsx'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { type Revocable, RevocableList } from '../../../ui/revocable-list.tsx'
import { SettingsSection, useDraft } from './settings-section.tsx'

export function SharesSection({ settings: { sharing } }: { readonly settings: Settings }) {
  useShareWords()
  const t = useT()
  const { draft, change, ...form } = useDraft({ sharing })
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection title={t('shares.title')} help={t('shares.siteHelp')} {...form}>
        <ChoiceList
          label={t('shares.what')}
          value={draft.sharing}
          options={sharings.map((value) => ({
            value,
            label: t(`sharing.${value}`),
            help: t(`sharing.${value}Help`),
          }))}
          onChange={(next) => change({ sharing: next })}
        />
      </SettingsSection>
      <OpenShares />
    </div>
  )
}

const perPage = 10

function OpenShares() {
  const t = useT()
  const shareRow = useShareRowFormat()
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [isConfirming, setConfirming] = useState(false)
  const { data } = useQuery({
    queryKey: ['admin', 'shares', page],
    queryFn: ({ signal }) => call(listAllShares, { query: { page, pageSize: perPage } }, signal),
    placeholderData: keepPreviousData,
  })
  const act = async (acting: () => Promise<string>) => {
    try {
      notify(await acting(), 'positive')
    } catch {
      // The client has shown the error.
    }
    void client.invalidateQueries({ queryKey: ['admin', 'shares'] })
  }
  const revoke = ({ id, name }: Revocable) =>
    act(async () => {
      await call(revokeAnyShare, { params: { id } })
      return t('shares.revoked', { name })
    })
  const revokeAll = () =>
    act(async () => t('shares.allRevoked', { count: (await call(revokeAllShares, {})).revoked }))
  if (!data) return null
  if (data.total === 0) {
    return (
      <p className="rounded-card border border-dashed border-line p-5 text-sm text-mut">
        {t('shares.noneAtAll')}
      </p>
    )
  }
  return (
    <section aria-label={t('shares.all')}>
      <RevocableList
        label={t('shares.all')}
        icon={IconShare}
        items={data.items.map(shareRow)}
        revoke={t('shares.revoke')}
        revokeOf={(name) => t('shares.revokeOf', { name })}
        onRevoke={(item) => void revoke(item)}
      />
      <Pager page={page} pageSize={perPage} total={data.total} onChange={setPage} />
      <button type="button" className="btn mt-3" onClick={() => setConfirming(true)}>
        {t('shares.revokeAll')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('shares.revokeAllTitle')}
            act={t('shares.revokeAll')}
            onAct={() => void revokeAll()}
            onClose={() => setConfirming(false)}
          >
            {t('shares.revokeAllHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}
