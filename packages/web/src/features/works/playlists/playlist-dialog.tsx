/** Creates or edits a playlist. Load lazily: it includes the dialog. */
import { valibotResolver } from '@hookform/resolvers/valibot'
import { type Playlist, PlaylistDescription, PlaylistName } from '@koedana/contract/playlists.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { useUser } from '../../../domain/session.ts'
import { useT } from '../../../lib/i18n.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { createPlaylistWithItems, updatePlaylistDetails } from './playlist-query.ts'

const PlaylistFormValues = v.object({
  name: PlaylistName,
  description: PlaylistDescription,
  shared: v.boolean(),
})
type PlaylistFormValues = v.InferOutput<typeof PlaylistFormValues>

export interface PlaylistDialogProps {
  /** If undefined, a new playlist is created. */
  readonly playlist?: Playlist
  readonly onMade?: (id: string) => void
  readonly onClose: () => void
}

export function PlaylistDialog({ playlist, onMade, onClose }: PlaylistDialogProps) {
  const t = useT()
  const mayShare = useUser()?.role !== roleOf.guest
  const { name = '', description = '', shared = false } = playlist ?? {}
  const form = useForm<PlaylistFormValues>({
    resolver: valibotResolver(PlaylistFormValues),
    defaultValues: { name, description, shared },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    try {
      if (playlist) await updatePlaylistDetails(playlist.id, typed)
      else onMade?.(await createPlaylistWithItems(typed))
      onClose()
    } catch (error) {
      showFaults(form, error, { name: 'name', description: 'description' })
    }
  })
  return (
    <FormDialog
      title={t(playlist ? 'playlists.edit' : 'playlists.new')}
      act={t(playlist ? 'common.save' : 'playlists.create')}
      isBusy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('playlists.name')}
        maxLength={100}
        error={validationText(t, errors.name?.message)}
        {...form.register('name')}
      />
      <TextArea
        label={t('playlists.description')}
        maxLength={2_000}
        error={validationText(t, errors.description?.message)}
        {...form.register('description')}
      />
      {mayShare && (
        <Controller
          control={form.control}
          name="shared"
          render={({ field: { value, onChange } }) => (
            <LabeledControl label={t('playlists.share')} help={t('playlists.shareHelp')}>
              <Switch label={t('playlists.share')} isOn={value} onChange={onChange} />
            </LabeledControl>
          )}
        />
      )}
    </FormDialog>
  )
}
