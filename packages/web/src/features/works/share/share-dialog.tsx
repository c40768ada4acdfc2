/** Creates a share link, and shows it once. Load lazily: it includes the dialog. */
import { createShare, type ShareTarget } from '@koedana/contract/shares.ts'
import { maxViewNameLength } from '@koedana/contract/views.ts'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useFreshProof } from '../../../domain/fresh-proof.ts'
import { useShareWords } from '../../../domain/share-words.ts'
import { sharesQuery } from '../../../domain/shares.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { siteUrl } from '../../../lib/site-url.ts'
import { CheckRow, LabeledControl, SegmentedControl } from '../../../ui/choices.tsx'
import { CopyBox } from '../../../ui/copy-box.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { PanelDialog } from '../../../ui/panel-dialog.tsx'
import { ReauthenticationFields } from '../../../ui/proof-fields.tsx'

export interface ShareDialogProps {
  readonly target: ShareTarget
  readonly title: string
  readonly onClose: () => void
}

interface CreatedShareLink {
  readonly url: string
  readonly expiresAt: string
  readonly isSeen: boolean
}

export function ShareDialog({ target, title, onClose }: ShareDialogProps) {
  useShareWords()
  const t = useT()
  const [made, setMade] = useState<CreatedShareLink>()
  const { data, error, refetch } = useQuery(sharesQuery())
  const head = { title: t('share.title', { name: title }), onClose }
  if (made) {
    return (
      <PanelDialog {...head} help={t('share.help')}>
        <CreatedLink {...made} title={title} />
      </PanelDialog>
    )
  }
  if (!data || data.sharing === 'off') {
    return (
      <PanelDialog {...head} help={data ? t('share.off') : t('share.help')}>
        {!data && !error && <Skeleton className="h-24" />}
        {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      </PanelDialog>
    )
  }
  return <NewLink target={target} head={head} mayListen={data.sharing === 'listen'} onMade={setMade} />
}

/** Offers the browser's share sheet, if there is one. */
function CreatedLink({ url, expiresAt, isSeen, title }: CreatedShareLink & { readonly title: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <div role="status">
        {!isSeen && <p className="mb-3 text-sm text-neg text-pretty">{t('share.unseen')}</p>}
        <CopyBox
          label={t('share.link', { at: format.instant(expiresAt) })}
          text={url}
          copy={t('share.copy')}
          copied={t('share.copied')}
        >
          {t('share.once')}
        </CopyBox>
      </div>
      {'share' in navigator && (
        <button
          type="button"
          className="btn h-10 self-start pointer-coarse:h-11"
          // Ignores that the user closed the sheet.
          onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
        >
          <IconSend size={16} aria-hidden />
          {t('share.send')}
        </button>
      )}
    </>
  )
}

/** Four of them fit side by side on the smallest phone. */
const dayText = { whiteSpace: 'nowrap', marginInline: 'calc(min(2.6vw, 16px) - 16px)' } as const

const daysOffered = ['1', '7', '30', '90'] as const

interface NewLinkProps {
  readonly target: ShareTarget
  readonly head: { readonly title: string; readonly onClose: () => void }
  readonly mayListen: boolean
  readonly onMade: (made: CreatedShareLink) => void
}

function NewLink({ target, head, mayListen, onMade }: NewLinkProps) {
  const t = useT()
  const proof = useFreshProof()
  const client = useQueryClient()
  const [days, setDays] = useState<(typeof daysOffered)[number]>('7')
  const [isListening, setListening] = useState(mayListen)
  const [name, setName] = useState(target.kind === 'list' ? target.name : '')
  const [isBusy, setBusy] = useState(false)
  const isNamed = target.kind !== 'list' || name.trim() !== ''
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!isNamed) return
    setBusy(true)
    const shared = target.kind === 'list' ? { ...target, name } : target
    try {
      const { token, expiresAt, isSeen } = await call(createShare, {
        body: { target: shared, days: Number(days), listening: isListening, ...proof.body },
      })
      // The secret is in the fragment, which browsers do not send to servers.
      onMade({ url: `${siteUrl()}/shared#${token}`, expiresAt, isSeen })
    } catch (error) {
      proof.settle(error)
      setBusy(false)
    }
    void client.invalidateQueries(sharesQuery())
  }
  return (
    <FormDialog
      {...head}
      act={t('share.make')}
      isBusy={isBusy || !isNamed || !proof.canAct}
      onSubmit={(event) => void make(event)}
    >
      <p className="text-sm text-mut text-pretty">{t('share.help')}</p>
      {target.kind === 'list' && (
        <Field
          label={t('share.name')}
          value={name}
          maxLength={maxViewNameLength}
          autoComplete="off"
          onChange={({ target: field }) => setName(field.value)}
        />
      )}
      <LabeledControl label={t('share.days')}>
        <SegmentedControl
          label={t('share.days')}
          value={days}
          options={daysOffered.map((value) => ({
            value,
            label: <span style={dayText}>{t('share.dayCount', { days: Number(value) })}</span>,
          }))}
          onChange={setDays}
        />
      </LabeledControl>
      {mayListen ? (
        <CheckRow
          label={t('share.listening')}
          help={t('share.listeningHelp')}
          checked={isListening}
          onChange={({ target: box }) => setListening(box.checked)}
        />
      ) : (
        <p className="text-[12.5px] text-mut">{t('share.lookOnly')}</p>
      )}
      <ReauthenticationFields proof={proof} />
    </FormDialog>
  )
}
