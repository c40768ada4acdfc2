import { undoWorkEdit, type WorkEdit } from '@koedana/contract/editing.ts'
import { ageCategories, availabilities, languages } from '@koedana/contract/values.ts'
import { IconArrowBackUp, IconArrowRight, IconHistory } from '@tabler/icons-react'
import clsx from 'clsx'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { EmptyState } from '../../../ui/page.tsx'
import { useLanguageName } from '../filters/language-names.ts'
import { fieldName, useEditor } from './editor-context.ts'

export function EditHistory() {
  const t = useT()
  const { metadata } = useEditor()
  if (metadata.edits.length === 0) {
    return (
      <EmptyState title={t('editing.historyEmpty')} icon={<IconHistory size={26} aria-hidden />}>
        <p>{t('editing.historyEmptyHelp')}</p>
      </EmptyState>
    )
  }
  return (
    <ol className="flex flex-col divide-y divide-line">
      {metadata.edits.map((edit) => (
        <li key={edit.id} className="py-4 first:pt-0 last:pb-0">
          <Edit edit={edit} />
        </li>
      ))}
    </ol>
  )
}

function Edit({ edit }: { readonly edit: WorkEdit }) {
  const t = useT()
  const format = useFormat()
  const { metadata, isBusy, act } = useEditor()
  const at = format.instant(edit.at)
  const undo = () =>
    void act(
      call(undoWorkEdit, { params: { id: metadata.work.id, editId: edit.id } }),
      t('message.metadataUpdated'),
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-semibold">{edit.by ?? t('editing.gone')}</span>
          <span className="text-mut">{at}</span>
          {edit.undoneAt !== null && (
            <span className="rounded-full bg-sunken px-2 py-0.5 text-[12px] text-mut">
              {t('editing.undoneAt', { at: format.instant(edit.undoneAt) })}
            </span>
          )}
        </p>
        {edit.undoneAt === null && (
          <button
            type="button"
            className="btn pointer-coarse:h-11"
            aria-label={t('editing.undoEdit', { at })}
            title={edit.canUndo ? undefined : t('editing.undoBlocked')}
            disabled={isBusy || !edit.canUndo}
            onClick={undo}
          >
            <IconArrowBackUp size={16} aria-hidden />
            {t('editing.undo')}
          </button>
        )}
      </div>
      <dl className={clsx('mt-2 flex flex-col gap-2 text-[13px]', edit.undoneAt !== null && 'text-mut')}>
        {edit.changes.map((change) => (
          <Change key={change.field} change={change} isUndone={edit.undoneAt !== null} />
        ))}
      </dl>
      {edit.undoneAt === null && !edit.canUndo && (
        <p className="mt-2 text-[12.5px] text-mut">{t('editing.undoBlocked')}</p>
      )}
    </>
  )
}

type FieldEdit = WorkEdit['changes'][number]

interface ChangeProps {
  readonly change: FieldEdit
  readonly isUndone: boolean
}

function Change({ change: { field, before, after }, isUndone }: ChangeProps) {
  const t = useT()
  const textOf = useValueText(field)
  const isLockOnly = before === after
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-mut">{fieldName(t, field)}</dt>
      <dd
        className={clsx(
          'flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere',
          isUndone && 'line-through',
        )}
      >
        {isLockOnly ? (
          <span className="text-mut italic">{t('editing.lockOnly')}</span>
        ) : (
          <>
            <Value text={textOf(before)} />
            <IconArrowRight size={14} className="shrink-0 text-mut" aria-label="→" />
            <Value text={textOf(after)} isNew />
          </>
        )}
      </dd>
    </div>
  )
}

function Value({ text, isNew = false }: { readonly text: string; readonly isNew?: boolean }) {
  const t = useT()
  if (text === '') return <span className="text-mut italic">{t('editing.nothing')}</span>
  return (
    <span className={isNew ? 'font-medium' : 'text-mut'} lang={nameLanguage(text)}>
      {text}
    </span>
  )
}

/** Returns a function that formats a value. Enum values are translated; a cover has no text. */
function useValueText(field: FieldEdit['field']): (text: string) => string {
  const t = useT()
  const format = useFormat()
  const nameOf = useLanguageName()
  return (text) => {
    if (field === 'cover' && text !== '') return t('editing.coverPicture')
    if (field === 'languages') {
      const codes = text.split(', ')
      return languages
        .filter((language) => codes.includes(language))
        .map(nameOf)
        .join(format.comma)
    }
    const age = ageCategories.find((one) => field === 'ageCategory' && one === text)
    if (age) return t(`age.${age}`)
    const availability = availabilities.find((one) => field === 'availability' && one === text)
    return availability ? t(`availability.${availability}`) : text
  }
}
