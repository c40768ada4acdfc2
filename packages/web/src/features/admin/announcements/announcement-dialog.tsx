import { valibotResolver } from '@hookform/resolvers/valibot'
import {
  type Announcement,
  createAnnouncement,
  NewAnnouncement,
  previewAnnouncement,
  updateAnnouncement,
} from '@koedana/contract/announcements.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { announcementsKey } from '../../../domain/announcements-key.ts'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { CheckRow, SegmentedControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { RichText } from '../../../ui/rich-text.tsx'

const { title, content } = NewAnnouncement.entries
const AnnouncementFormValues = v.object({
  title,
  content,
  top: v.boolean(),
  important: v.boolean(),
  draft: v.boolean(),
})
type AnnouncementFormValues = v.InferOutput<typeof AnnouncementFormValues>

export interface AnnouncementDialogProps {
  /** If undefined, a new announcement is created. */
  readonly announcement: Announcement | undefined
  readonly onClose: () => void
}

const flags = ['top', 'important', 'draft'] as const

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<AnnouncementFormValues>({
    resolver: valibotResolver(AnnouncementFormValues),
    defaultValues: typedOf(announcement),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(announcement, typed)
      notify(t(announcement ? 'message.announcementUpdated' : 'message.announcementPosted'), 'positive')
      await client.invalidateQueries({ queryKey: announcementsKey })
      onClose()
    } catch (error) {
      showFaults(form, error, { title: 'title', content: 'content' })
    }
  })
  return (
    <FormDialog
      title={announcement ? t('announcements.edit') : t('announcements.create')}
      act={announcement ? t('common.save') : t('announcements.post')}
      isBusy={isSubmitting}
      isWide
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('announcements.titleField')}
        error={validationText(t, errors.title?.message)}
        {...form.register('title')}
      />
      <Content
        typed={form.watch('content')}
        error={validationText(t, errors.content?.message)}
        onChange={(content) => form.setValue('content', content, { shouldDirty: true })}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {flags.map((flag) => (
          <CheckRow key={flag} label={t(`announcements.${flag}Field`)} {...form.register(flag)} />
        ))}
      </div>
    </FormDialog>
  )
}

interface ContentProps {
  readonly typed: string
  readonly error: string | undefined
  readonly onChange: (content: string) => void
}

function Content({ typed, error, onChange }: ContentProps) {
  const t = useT()
  const id = useId()
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  const modes = (['write', 'preview'] as const).map((value) => ({
    value,
    label: t(`announcements.${value}`),
  }))
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="text-[13px] font-medium">
          {t('announcements.content')}
        </label>
        <SegmentedControl
          label={t('announcements.content')}
          options={modes}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === 'write' ? (
        <textarea
          id={id}
          rows={12}
          className="input h-auto py-2 font-mono text-[13px]"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-help`}
          value={typed}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <AnnouncementPreview content={typed} />
      )}
      <p id={`${id}-help`} className={`mt-1 text-[12.5px] ${error ? 'text-neg' : 'text-mut'}`}>
        {error ?? t('announcements.contentHelp')}
      </p>
    </div>
  )
}

const typedOf = (announcement: Announcement | undefined): AnnouncementFormValues => ({
  title: announcement?.title ?? '',
  content: announcement?.content ?? '',
  top: announcement?.top ?? false,
  important: announcement?.important ?? false,
  draft: announcement?.draft ?? false,
})

async function save(announcement: Announcement | undefined, body: AnnouncementFormValues): Promise<void> {
  if (announcement) await call(updateAnnouncement, { params: { id: announcement.id }, body })
  else await call(createAnnouncement, { body })
}

/** Shows the preview that the server rendered, exactly as readers will see it. */
function AnnouncementPreview({ content }: { readonly content: string }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['announcement-preview', content],
    queryFn: ({ signal }) => call(previewAnnouncement, { body: { content } }, signal),
  })
  return (
    <div className="max-h-80 min-h-40 overflow-y-auto rounded-xl border border-line px-4 py-1 text-sm">
      {data ? <RichText html={data.html} /> : <Skeleton className="mt-3 h-24 w-full" />}
      {data?.html === '' && <p className="text-mut">{t('announcements.nothingYet')}</p>}
    </div>
  )
}
