import { type DriveAccount, examineDrive } from '@koedana/contract/drives.ts'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useDriveWords } from './drive-words.ts'
import { drivesKey } from './drives-query.ts'

export interface DriveDoctorProps {
  readonly account: DriveAccount
  readonly onClose: () => void
}

type DriveExamination = ResponseBody<typeof examineDrive>

/** Checks a cloud drive account step by step, and offers a report that is safe to share. */
export function DriveDiagnosis({ account: { id, provider, name }, onClose }: DriveDoctorProps) {
  useDriveWords()
  const t = useT()
  const client = useQueryClient()
  const [hasNames, setNames] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<DriveExamination>()
  const examine = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFound(undefined)
    try {
      setFound(await call(examineDrive, { body: { account: id, hasNames } }))
    } catch {
      notify(t('drives.checkFailed'), 'negative')
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: drivesKey })
    }
  }
  return (
    <FormDialog
      title={t('drives.checkTitle', { name: `${t(`drive.${provider}`)} · ${name}` })}
      act={t(found ? 'drives.checkAgain' : 'drives.check')}
      isBusy={isBusy}
      isWide
      onSubmit={(event) => void examine(event)}
      onClose={onClose}
    >
      <p className="text-[13px] text-pretty text-mut">{t('drives.checkHelp')}</p>
      <label className="flex min-h-9 cursor-pointer items-center gap-3 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4.5 shrink-0 accent-acc"
          checked={hasNames}
          onChange={(event) => setNames(event.target.checked)}
        />
        {t('drives.checkNames')}
      </label>
      {isBusy && <Skeleton className="h-52 w-full rounded-card!" />}
      {found && <Steps steps={found.steps} />}
      {found && <Report text={found.report} />}
    </FormDialog>
  )
}

const looks = {
  ok: { icon: IconCircleCheck, className: 'text-pos' },
  failed: { icon: IconAlertCircle, className: 'text-neg' },
  skipped: { icon: IconCircleDashed, className: 'text-mut' },
} as const

function Steps({ steps }: Pick<DriveExamination, 'steps'>) {
  const t = useT()
  return (
    <ol aria-live="polite" className="flex flex-col gap-2.5 rounded-card bg-sunken p-4 text-[13px]">
      {steps.map(({ step, state, finding }) => {
        const { icon: Icon, className } = looks[state]
        return (
          <li key={step} className="flex gap-2.5">
            <Icon size={18} className={`shrink-0 ${className}`} aria-hidden />
            <div className="min-w-0">
              <p className="font-medium">
                {t(`driveStep.${step}`)} · {t(`driveStepState.${state}`)}
              </p>
              {finding !== 'good' && <p className="text-pretty text-mut">{t(`driveFinding.${finding}`)}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Report({ text }: { readonly text: string }) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        ref={field}
        label={t('drives.report')}
        help={t('drives.reportHelp')}
        className="input h-auto py-2 font-mono text-[12px]"
        rows={9}
        readOnly
        lang="en"
        spellCheck={false}
        value={text}
      />
      <button
        type="button"
        className="btn self-start pointer-coarse:h-11"
        onClick={() => void copyText(text, t('drives.reportCopied'), field.current)}
      >
        <IconCopy size={16} aria-hidden />
        {t('drives.copyReport')}
      </button>
    </div>
  )
}
