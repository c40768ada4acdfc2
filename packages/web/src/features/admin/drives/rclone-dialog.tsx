import { importRclone, maxRcloneBytes, type RcloneRemote, readRclone } from '@koedana/contract/rclone.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { LinkResult } from './complete-link.ts'
import { useDriveWords } from './drive-words.ts'
import { drivesKey } from './drives-query.ts'
import { LinkOutcome } from './link-outcome.tsx'

type RcloneContents = Awaited<ReturnType<typeof readRemotes>>
type Outcomes = ReadonlyMap<number, LinkResult>

const readRemotes = (config: string) => call(readRclone, { body: { config } })

/** Imports accounts from an rclone configuration: lists its remotes, and lets the user select some. */
export function RcloneDialog({ onClose }: { readonly onClose: () => void }) {
  useDriveWords()
  const t = useT()
  const client = useQueryClient()
  const [config, setConfig] = useState('')
  const [found, setFound] = useState<RcloneContents>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isBusy, setBusy] = useState(false)
  const change = (text: string) => {
    setConfig(text)
    setFound(undefined)
    setChosen(new Set())
    setOutcomes(new Map())
  }
  const show = async () => {
    const results = await readRemotes(config).catch(() => unreadable)
    setFound(results)
    setChosen(new Set(results.remotes.filter(({ state }) => state === 'ready').map(({ number }) => number)))
  }
  const take = async () => {
    const remotes = [...chosen]
    const taken = await call(importRclone, { body: { config, remotes } }).catch(() => undefined)
    const failed = remotes.map((number) => ({ number, result: { is: 'failed' } as const }))
    const results: readonly { number: number; result: LinkResult }[] = taken?.results ?? failed
    setOutcomes(new Map(results.map(({ number, result }) => [number, result])))
    setChosen(new Set())
    await client.invalidateQueries({ queryKey: drivesKey })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    void (found?.is === 'remotes' ? take() : show()).finally(() => setBusy(false))
  }
  const isShown = found?.is === 'remotes'
  return (
    <FormDialog
      title={t('drives.rclone')}
      act={t(isShown ? 'drives.rcloneTake' : 'drives.rcloneRead')}
      isBusy={isBusy || (isShown ? chosen.size === 0 : config.trim() === '')}
      isWide
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-[13px] text-pretty">{t('drives.rcloneHelp')}</p>
      <ChooseFile onText={change} />
      <TextArea
        label={t('drives.rcloneText')}
        help={t('drives.rcloneTextHelp')}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        value={config}
        error={found && found.is !== 'remotes' ? t(`drives.rclone_${found.is}`) : undefined}
        onChange={(event) => change(event.target.value)}
      />
      {isShown && <Remotes found={found} chosen={chosen} outcomes={outcomes} onChoose={setChosen} />}
    </FormDialog>
  )
}

const unreadable: RcloneContents = { is: 'nothing', remotes: [], isMore: false }

/** Reads the file in the browser; it is sent only to list its contents. */
function ChooseFile({ onText }: { readonly onText: (text: string) => void }) {
  const t = useT()
  const [isTooLarge, setTooLarge] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setTooLarge(chosen.size > maxRcloneBytes)
    if (chosen.size <= maxRcloneBytes) onText(await chosen.text())
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => file.current?.click()}>
        <IconFileImport size={16} aria-hidden />
        {t('drives.rcloneFile')}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('drives.rcloneFile')}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {isTooLarge && (
        <p role="alert" className="text-[12.5px] text-neg">
          {t('drives.rcloneTooLarge')}
        </p>
      )}
    </div>
  )
}

interface RemotesProps {
  readonly found: RcloneContents
  readonly chosen: ReadonlySet<number>
  readonly outcomes: Outcomes
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

function Remotes({ found: { remotes, isMore }, chosen, outcomes, onChoose }: RemotesProps) {
  const t = useT()
  const toggle = (number: number) => {
    const next = new Set(chosen)
    if (!next.delete(number)) next.add(number)
    onChoose(next)
  }
  return (
    <fieldset>
      <legend className="mb-2 text-[13px] font-medium">{t('drives.rcloneFound')}</legend>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {remotes.map((remote) => (
          <RemoteRow
            key={remote.number}
            remote={remote}
            isChosen={chosen.has(remote.number)}
            outcome={outcomes.get(remote.number)}
            onToggle={() => toggle(remote.number)}
          />
        ))}
        {isMore && <p className="px-4 py-3 text-[13px] text-mut">{t('drives.rcloneMore')}</p>}
      </div>
    </fieldset>
  )
}

interface RemoteRowProps {
  readonly remote: RcloneRemote
  readonly isChosen: boolean
  readonly outcome: LinkResult | undefined
  readonly onToggle: () => void
}

function RemoteRow({ remote, isChosen, outcome, onToggle }: RemoteRowProps) {
  const t = useT()
  const { name, type, provider, state } = remote
  const called = provider ? t(`drive.${provider}`) : type
  const isOnce = provider === 'box' || provider === 'yandex_disk'
  const words = t(`rcloneState.${state}`, { type: type || '–', name: called })
  return (
    <div className="px-4 py-3">
      <label className="flex min-h-6 items-start gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 shrink-0 accent-acc"
          checked={isChosen}
          disabled={state !== 'ready' || outcome !== undefined}
          onChange={onToggle}
        />
        <span className="min-w-0">
          <span className="block text-sm font-medium wrap-anywhere">
            {name}
            {called !== '' && <span className="font-normal text-mut"> · {called}</span>}
          </span>
          <span className="mt-0.5 block text-[12.5px] text-pretty wrap-anywhere text-mut">
            {words}
            {state === 'ready' && isOnce && (
              <span className="block">{t('drives.rcloneOnce', { name: called })}</span>
            )}
          </span>
        </span>
      </label>
      {outcome && provider && (
        <div className="mt-3">
          <LinkOutcome provider={provider} outcome={outcome} />
        </div>
      )}
    </div>
  )
}
