import type { UnsettledFolder } from '@koedana/contract/folders.ts'
import { IconEyeOff, IconFolderCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { canBePlayed, useSettling } from './unsettled-query.ts'

export interface ChosenFoldersProps {
  readonly folders: readonly UnsettledFolder[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

/** Selects all folders of a page, and applies one decision to the selected folders. */
export function ChosenFolders({ folders, chosen, onChoose }: ChosenFoldersProps) {
  const t = useT()
  const { settleAll, isBusy } = useSettling()
  const [isConfirming, setConfirming] = useState(false)
  const meant = folders.filter(({ id }) => chosen.has(id))
  const heard = meant.filter(canBePlayed)
  const isAll = meant.length === folders.length
  const settle = (some: readonly UnsettledFolder[], decision: 'own' | 'ignored') =>
    void settleAll(some, decision).then(
      () => onChoose(new Set()),
      () => undefined,
    )
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-2">
      <label className="mr-auto flex min-h-11 cursor-pointer items-center gap-3 pl-4 text-[13px] font-medium">
        <input
          type="checkbox"
          className="size-4.5 accent-acc"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && meant.length > 0
          }}
          onChange={() => onChoose(new Set(isAll ? [] : folders.map(({ id }) => id)))}
        />
        {meant.length === 0 ? t('unsettled.chooseAll') : t('unsettled.chosen', { count: meant.length })}
      </label>
      {meant.length > 0 && (
        <>
          {heard.length > 0 && (
            <button
              type="button"
              className="btn pointer-coarse:h-11"
              disabled={isBusy}
              onClick={() => settle(heard, 'own')}
            >
              <IconFolderCheck size={16} aria-hidden />
              {t('unsettled.allOwn', { count: heard.length })}
            </button>
          )}
          <button
            type="button"
            className="btn pointer-coarse:h-11"
            disabled={isBusy}
            onClick={() => setConfirming(true)}
          >
            <IconEyeOff size={16} aria-hidden />
            {t('unsettled.ignoreAll', { count: meant.length })}
          </button>
        </>
      )}
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('unsettled.ignoreAllTitle', { count: meant.length })}
            act={t('unsettled.ignoreAll', { count: meant.length })}
            onAct={() => settle(meant, 'ignored')}
            onClose={() => setConfirming(false)}
          >
            {t('unsettled.ignoreAllHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}
