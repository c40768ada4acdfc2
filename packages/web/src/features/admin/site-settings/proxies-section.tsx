import { valibotResolver } from '@hookform/resolvers/valibot'
import { Proxies } from '@koedana/contract/site-settings.ts'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { useT } from '../../../lib/i18n.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { SettingsSection, useSaveSettings } from './settings-section.tsx'

const names = ['drives', 'webdav', 's3'] as const

/** An empty field means a direct connection. */
const proxyField = (name: (typeof names)[number]) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.check((text) => text === '' || v.is(Proxies.entries[name], text), 'urlExpected'),
  )

const ProxiesFormValues = v.object({
  drives: proxyField('drives'),
  webdav: proxyField('webdav'),
  s3: proxyField('s3'),
})
type ProxiesFormValues = v.InferOutput<typeof ProxiesFormValues>

export function ProxiesSection({ proxies }: { readonly proxies: Proxies }) {
  const t = useT()
  const save = useSaveSettings()
  const form = useForm<ProxiesFormValues>({
    resolver: valibotResolver(ProxiesFormValues),
    values: { drives: proxies.drives ?? '', webdav: proxies.webdav ?? '', s3: proxies.s3 ?? '' },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ drives, webdav, s3 }) => {
    try {
      await save({ proxies: { drives: drives || null, webdav: webdav || null, s3: s3 || null } })
    } catch (error) {
      showFaults(form, error, faultFields)
    }
  })
  return (
    <SettingsSection
      title={t('proxies.title')}
      help={t('proxies.help')}
      isDirty={isDirty}
      isBusy={isSubmitting}
      onSave={(event) => void submit(event)}
    >
      {names.map((name) => (
        <Field
          key={name}
          label={t(`proxies.${name}`)}
          help={t(`proxies.${name}Help`)}
          type="url"
          placeholder="socks5://127.0.0.1:1080"
          error={validationText(t, errors[name]?.message)}
          {...form.register(name)}
        />
      ))}
    </SettingsSection>
  )
}

/** Maps the server's error paths to form fields. */
const faultFields = {
  'proxies.drives': 'drives',
  'proxies.webdav': 'webdav',
  'proxies.s3': 's3',
} as const satisfies Readonly<Record<string, keyof ProxiesFormValues>>
