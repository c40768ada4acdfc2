/** What is decided for the whole server, and how it is changed. */
import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import { getSiteSettings, updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { aboutQuery } from '../../../domain/about-query.ts'
import { call } from '../../../domain/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'

export const siteSettingsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => call(getSiteSettings, {}, signal),
    // What is typed is not to be taken away by a look from elsewhere.
    refetchOnWindowFocus: false,
  })

type Change = NonNullable<RequestInput<typeof updateSiteSettings>['body']>

/** Saves a part; a refusal is told by a notice and thrown. */
export function useSaveSettings() {
  const client = useQueryClient()
  return async (body: Change) => {
    client.setQueryData(siteSettingsQuery().queryKey, await call(updateSiteSettings, { body }))
    notify(translate('message.settingsSaved'), 'positive')
    // What visitors may do is asked there.
    void client.invalidateQueries({ queryKey: aboutQuery().queryKey })
  }
}
