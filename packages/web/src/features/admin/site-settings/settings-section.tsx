import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import { getSiteSettings, updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { aboutQuery } from '../../../domain/about-query.ts'
import { call } from '../../../domain/api.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'

export interface SettingsSectionProps {
  readonly title: string
  readonly help: string
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly onSave: (event: FormEvent) => void
  readonly children: ReactNode
  readonly aside?: ReactNode
}

/** A section of the settings that is saved separately. */
export function SettingsSection({ title, help, isDirty, isBusy, onSave, ...inside }: SettingsSectionProps) {
  const t = useT()
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-[17px] font-semibold tracking-tight">{title}</h2>
      <p className="mt-0.5 mb-5 text-[13px] text-pretty text-mut">{help}</p>
      <form className="flex flex-col gap-5" onSubmit={onSave} noValidate>
        {inside.children}
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="btn-primary" disabled={!isDirty || isBusy}>
            {t('common.save')}
          </button>
          {inside.aside}
        </div>
      </form>
    </section>
  )
}

export interface Draft<T> {
  readonly draft: T
  readonly change: (changed: Partial<T>) => void
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly onSave: (event: FormEvent) => void
}

/** Returns the draft of a section; unchanged fields follow the saved settings. */
export function useDraft<T extends Parameters<ReturnType<typeof useSaveSettings>>[0] & object>(
  saved: T,
): Draft<T> {
  const save = useSaveSettings()
  const [changed, setChanged] = useState<Partial<T>>({})
  const [isBusy, setBusy] = useState(false)
  const draft = { ...saved, ...changed }
  const onSave = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    save(draft)
      .then(() => setChanged({}))
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return {
    draft,
    change: (next) => setChanged((before) => ({ ...before, ...next })),
    isDirty: JSON.stringify(draft) !== JSON.stringify(saved),
    isBusy,
    onSave,
  }
}

export const destinationsKey = ['admin', 'destinations'] as const

/** The settings of the whole server, and how they are changed. */
export const siteSettingsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => call(getSiteSettings, {}, signal),
    // A reload on focus would discard the input.
    refetchOnWindowFocus: false,
  })

type Change = NonNullable<RequestInput<typeof updateSiteSettings>['body']>

/** Returns a function that saves a section. On failure it shows a notice and throws. */
export function useSaveSettings() {
  const client = useQueryClient()
  return async (body: Change) => {
    client.setQueryData(siteSettingsQuery().queryKey, await call(updateSiteSettings, { body }))
    notify(translate('message.settingsSaved'), 'positive')
    // They show whether the marketplace is on, and its proxy.
    await client.invalidateQueries({ queryKey: destinationsKey })
    // What visitors may do comes from that query.
    void client.invalidateQueries({ queryKey: aboutQuery().queryKey })
  }
}
