import type { EntityKind } from '@koedana/contract/values.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { type ContentChoices, type Hidden, mostHidden } from '../../../lib/content-choices.ts'
import { changeContentSettings } from '../../../lib/content-settings.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { excludedFields, releasing } from '../filters/change-filter.ts'
import { askedNow, narrowWorks } from './menu-acts.ts'
import { Entry } from './menu-parts.tsx'

export interface HideEntryProps {
  readonly kind: EntityKind
  readonly entity: Hidden
}

/** Puts it among what is never shown; the settings take it back. */
export function HideEntry({ kind, entity }: HideEntryProps) {
  const t = useT()
  const router = useRouter()
  const hide = async () => {
    // A list that goes by it would have nothing left to say.
    if (isAsked(router, kind, entity.id)) {
      await narrowWorks(router, (before) => releasing(before, kind, entity.id))
    }
    await changeContentSettings((now) => withHidden(now, kind, entity))
    notify(t('content.nowHidden', { name: entity.name }), 'positive')
  }
  return (
    <Entry icon={IconEyeOff} onSelect={() => void hide().catch(() => undefined)}>
      {t('content.neverShow')}
    </Entry>
  )
}

function withHidden(now: ContentChoices, kind: EntityKind, { id, name }: Hidden): ContentChoices {
  const hidden = now.excluded[kind]
  if (hidden.length >= mostHidden || hidden.some((one) => one.id === id)) return now
  return { ...now, excluded: { ...now.excluded, [kind]: [...hidden, { id, name }] } }
}

/** Whether the list on screen includes or excludes it. */
function isAsked(router: RegisteredRouter, kind: EntityKind, id: string): boolean {
  const asked = askedNow(router)
  return [...(asked[kind] ?? []), ...(asked[excludedFields[kind]] ?? [])].includes(id)
}
