import { actOnUsers, maxUsersAtOnce, type SkippedReason, type UsersAct } from '@koedana/contract/users.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { usersKey } from './users-query.ts'

export interface ChosenUsersProps {
  readonly ids: readonly string[]
  readonly onDone: () => void
}

type UsersActWithoutIds = UsersAct extends infer A ? (A extends UsersAct ? Omit<A, 'ids'> : never) : never

/** Actions on all selected accounts, including those on other pages. */
export function ChosenUsers({ ids, onDone }: ChosenUsersProps) {
  const t = useT()
  const [confirming, setConfirming] = useState<'delete' | 'disable'>()
  const { act, isBusy } = useUsersAct(ids, onDone)
  const button = 'btn pointer-coarse:h-11'
  return (
    <section
      aria-label={t('users.chosen', { count: ids.length })}
      className="mb-4 flex flex-wrap items-center gap-2 rounded-card bg-soft px-4 py-2"
    >
      <p className="mr-auto text-sm font-medium">{t('users.chosen', { count: ids.length })}</p>
      <SelectMenu
        label={t('account.ageRestriction')}
        value=""
        options={[
          { value: '', label: t('account.ageRestriction') },
          ...ageCategories.map((value) => ({ value, label: t(`age.${value}`) })),
        ]}
        onChange={(ageRestriction) =>
          ageRestriction !== '' && void act({ act: 'setCeiling', ageRestriction })
        }
      />
      <button
        type="button"
        className={button}
        disabled={isBusy}
        onClick={() => void act({ act: 'setStatus', status: 'active' })}
      >
        <IconUserCheck size={16} aria-hidden />
        {t('users.enableChosen')}
      </button>
      <button type="button" className={button} disabled={isBusy} onClick={() => setConfirming('disable')}>
        <IconUserOff size={16} aria-hidden />
        {t('users.disableChosen')}
      </button>
      <button
        type="button"
        className={`${button} text-neg`}
        disabled={isBusy}
        onClick={() => setConfirming('delete')}
      >
        <IconTrash size={16} aria-hidden />
        {t('users.deleteChosen')}
      </button>
      <button type="button" className={button} onClick={onDone}>
        {t('users.chooseNone')}
      </button>
      <Suspense>
        {confirming === 'disable' && (
          <ConfirmDialog
            title={t('users.disableChosenTitle', { count: ids.length })}
            act={t('users.disableChosen')}
            onAct={() => void act({ act: 'setStatus', status: 'disabled' })}
            onClose={() => setConfirming(undefined)}
          >
            {t('users.disableChosenHelp')}
          </ConfirmDialog>
        )}
        {confirming === 'delete' && (
          <ConfirmDialog
            title={t('users.deleteChosenTitle', { count: ids.length })}
            act={t('users.deleteChosen')}
            onAct={() => void act({ act: 'delete' })}
            onClose={() => setConfirming(undefined)}
          >
            {t('users.deleteChosenHelp')}
          </ConfirmDialog>
        )}
      </Suspense>
    </section>
  )
}

/** Reports how many accounts were changed, and names the skipped ones with the reason. */
function useUsersAct(ids: readonly string[], onDone: () => void) {
  const t = useT()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const act = async (wanted: UsersActWithoutIds) => {
    setBusy(true)
    try {
      let done = 0
      const left: { username: string | null; reason: SkippedReason }[] = []
      for (let from = 0; from < ids.length; from += maxUsersAtOnce) {
        const some = ids.slice(from, from + maxUsersAtOnce)
        const outcome = await call(actOnUsers, { body: { ...wanted, ids: some } })
        done += outcome.done
        left.push(...outcome.left)
      }
      const said = t(wanted.act === 'delete' ? 'users.deletedCount' : 'users.changedCount', { count: done })
      const reasons = left.map(({ username, reason }) =>
        username === null ? t(`usersLeft.${reason}`) : `${username}: ${t(`usersLeft.${reason}`)}`,
      )
      notify([said, ...new Set(reasons)].join(' · '), left.length > 0 ? 'negative' : 'positive')
      onDone()
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: usersKey })
    }
  }
  return { act, isBusy }
}
