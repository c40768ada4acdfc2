/** Creates or edits a playlist. Load lazily: it includes the dialog. */
import { valibotResolver } from '@hookform/resolvers/valibot'
import { type Playlist, PlaylistDescription, PlaylistName } from '@koedana/contract/playlists.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { useUser } from '../../../domain/session.ts'
import { useT } from '../../../lib/i18n.ts'
import { showFaults, wordsOf } from '../../../lib/validation.ts'
import { Labelled } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { describePlaylist, makePlaylist } from './playlist-query.ts'

const Typed = v.object({ name: PlaylistName, description: PlaylistDescription, shared: v.boolean() })
type Typed = v.InferOutput<typeof Typed>

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
  const form = useForm<Typed>({
    resolver: valibotResolver(Typed),
    defaultValues: { name, description, shared },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    try {
      if (playlist) await describePlaylist(playlist.id, typed)
      else onMade?.(await makePlaylist(typed))
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
        error={wordsOf(t, errors.name?.message)}
        {...form.register('name')}
      />
      <TextArea
        label={t('playlists.description')}
        maxLength={2_000}
        error={wordsOf(t, errors.description?.message)}
        {...form.register('description')}
      />
      {mayShare && (
        <Controller
          control={form.control}
          name="shared"
          render={({ field: { value, onChange } }) => (
            <Labelled label={t('playlists.share')} help={t('playlists.shareHelp')}>
              <Switch label={t('playlists.share')} isOn={value} onChange={onChange} />
            </Labelled>
          )}
        />
      )}
    </FormDialog>
  )
}
