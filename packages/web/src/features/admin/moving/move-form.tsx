import {
  type MoveOptions,
  type MoveSource,
  maxUploadBytes,
  moveSources,
} from '@koedana/contract/server-import.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { fieldFaults, validationText } from '../../../lib/validation.ts'
import { ChoiceList, LabeledControl, SegmentedControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FolderPicker } from '../storages/folder-picker.tsx'
import { uploadOldFiles, useOrderMove } from './move-orders.ts'

type Age = NonNullable<MoveOptions['unknownAge']>

interface ImportFormValues {
  readonly from: MoveSource | 'csv'
  readonly where: 'path' | 'upload'
  readonly path: string
  readonly database: File | undefined
  readonly config: File | undefined
  readonly age: Age
}

export interface MoveFormProps {
  readonly last: MoveOptions | undefined
  readonly onOrdered: () => void
}

/** Selects the source program and its location. Submitting starts a dry run, which changes nothing. */
export function MoveForm({ last, onOrdered }: MoveFormProps) {
  const t = useT()
  const order = useOrderMove()
  const [typed, setTyped] = useState<ImportFormValues>(() => ({
    from: last?.from ?? 'kikoeru',
    where: 'path',
    path: last?.path ?? '',
    database: undefined,
    config: undefined,
    age: last?.unknownAge ?? 'r18',
  }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [share, setShare] = useState<number>()
  const change = (some: Partial<ImportFormValues>) => setTyped((before) => ({ ...before, ...some }))
  const isWhole = typed.where === 'path' ? typed.path.trim() !== '' : typed.database !== undefined
  const look = async ({ from, where, path, database, config, age }: ImportFormValues) => {
    if (from === 'csv' || !isWhole) return
    const source =
      where === 'path' || !database
        ? { path: path.trim() }
        : { upload: await uploadOldFiles({ database, config }, setShare) }
    await order({ from, ...source, dryRun: true, ...(from === 'kikoeru' && { unknownAge: age }) })
    onOrdered()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFaults({})
    setShare(0)
    look(typed)
      .catch((error: unknown) => setFaults(fieldFaults(error)))
      .finally(() => setShare(undefined))
  }
  const isBusy = share !== undefined
  return (
    <form className="flex max-w-2xl flex-col gap-6" onSubmit={submit} noValidate>
      <ChoiceList
        label={t('moving.from')}
        value={typed.from}
        options={[...moveSources, 'csv' as const].map((value) => ({
          value,
          label: t(`moving.from_${value}`),
          help: t(`moving.from_${value}Help`),
        }))}
        onChange={(from) => change({ from })}
      />
      {typed.from === 'csv' ? (
        <OwnTable />
      ) : (
        <>
          <Where typed={typed} from={typed.from} faults={faults} onChange={change} />
          <div className="flex flex-wrap items-center gap-3">
            <button type="submit" className="btn-primary h-11" disabled={isBusy || !isWhole}>
              {isBusy && share > 0
                ? t('moving.uploading', { percent: Math.round(share * 100) })
                : t('moving.look')}
            </button>
            <p className="text-[13px] text-mut">{t('moving.lookHelp')}</p>
          </div>
        </>
      )}
    </form>
  )
}

/** Explains that users import tables of their own on their account page. */
function OwnTable() {
  const t = useT()
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-pretty">{t('moving.csv')}</p>
      <Link to="/account" className="btn pointer-coarse:h-11">
        {t('moving.toAccount')}
      </Link>
    </div>
  )
}

interface WhereProps {
  readonly typed: ImportFormValues
  readonly from: MoveSource
  /** Message keys by field of the request. */
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (some: Partial<ImportFormValues>) => void
}

function Where({ typed, from, faults, onChange }: WhereProps) {
  const t = useT()
  const [isBrowsing, setBrowsing] = useState(false)
  return (
    <>
      <LabeledControl label={t('moving.where')}>
        <SegmentedControl
          label={t('moving.where')}
          value={typed.where}
          options={[
            { value: 'path', label: t('moving.onServer') },
            { value: 'upload', label: t('moving.upload') },
          ]}
          onChange={(where) => onChange({ where })}
        />
      </LabeledControl>
      {typed.where === 'path' ? (
        <div className="flex flex-col gap-3">
          <Field
            label={t('moving.path')}
            help={t(`moving.path_${from}Help`)}
            error={validationText(t, faults['body.path'])}
            spellCheck={false}
            value={typed.path}
            onChange={({ target }) => onChange({ path: target.value })}
          />
          {isBrowsing ? (
            <FolderPicker onPick={(path) => onChange({ path })} />
          ) : (
            <button
              type="button"
              className="btn self-start pointer-coarse:h-11"
              onClick={() => setBrowsing(true)}
            >
              {t('moving.browse')}
            </button>
          )}
        </div>
      ) : (
        <Uploads from={from} faults={faults} onChange={onChange} />
      )}
      {from === 'kikoeru' && (
        <LabeledControl label={t('moving.age')}>
          <SegmentedControl
            label={t('moving.age')}
            value={typed.age}
            options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
            onChange={(age) => onChange({ age })}
          />
        </LabeledControl>
      )}
    </>
  )
}

function Uploads({ from, faults, onChange }: Omit<WhereProps, 'typed'>) {
  const t = useT()
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('moving.database')}
        help={t('moving.databaseHelp', { size: maxUploadBytes / 1024 ** 2 })}
        error={validationText(t, faults['body.bytes'] ?? faults['body.upload'])}
        type="file"
        accept=".sqlite,.sqlite3,.db"
        onChange={({ target }) => onChange({ database: target.files?.[0] })}
      />
      {from === 'kikoeru' && (
        <Field
          label={t('moving.config')}
          help={t('moving.configHelp')}
          type="file"
          accept=".json"
          onChange={({ target }) => onChange({ config: target.files?.[0] })}
        />
      )}
    </div>
  )
}
