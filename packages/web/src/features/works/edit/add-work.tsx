import { createWork } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { LabeledControl, SegmentedControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { compactButton } from './compact-button.ts'
import { useEditingWords } from './editing-words.ts'
import { faultWords } from './editor-context.ts'

const FormDialog = lazy(() =>
  import('../../../ui/form-dialog.tsx').then(({ FormDialog }) => ({ default: FormDialog })),
)

/** Adds a custom work: asks for its name, then opens the editor. */
export function AddWork() {
  useEditingWords()
  const t = useT()
  const [isOpen, open] = useState(false)
  return (
    <>
      <button
        type="button"
        className={compactButton}
        aria-label={t('editing.addWork')}
        title={t('editing.addWork')}
        onClick={() => open(true)}
      >
        <IconPlus size={16} aria-hidden />
        <span className="max-md:hidden">{t('editing.addWork')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <AddDialog onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [ageCategory, setAge] = useState<AgeCategory>('all')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (name.trim() === '') return setFault('required')
    setBusy(true)
    try {
      const { id } = await call(createWork, { body: { name: name.trim(), ageCategory } })
      void client.invalidateQueries()
      await navigate({ to: '/work/$workId', params: { workId: id }, hash: 'edit' })
    } catch (error) {
      if (error instanceof ApiError) setFault(error.body?.fields?.['body.name'])
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('editing.addWork')}
      act={t('editing.addWorkAct')}
      isBusy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <Field
        label={t('editing.name')}
        help={t('editing.addWorkHelp')}
        error={faultWords(t, fault)}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <LabeledControl label={t('filter.age')}>
        <SegmentedControl
          label={t('filter.age')}
          value={ageCategory}
          options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
          onChange={setAge}
        />
      </LabeledControl>
    </FormDialog>
  )
}
