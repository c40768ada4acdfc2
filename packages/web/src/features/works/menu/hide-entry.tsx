import type { EntityKind } from '@koedana/contract/values.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { type ContentChoices, type Hidden, mostHidden } from '../../../lib/content-choices.ts'
import { changeContentSettings } from '../../../lib/content-settings.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { Entry } from './menu-parts.tsx'

export interface HideEntryProps {
  readonly kind: EntityKind
  readonly entity: Hidden
}

/** Puts it among what is never shown; the settings take it back. */
export function HideEntry({ kind, entity }: HideEntryProps) {
  const t = useT()
  const hide = () =>
    void changeContentSettings((now) => withHidden(now, kind, entity)).then(
      () => notify(t('content.nowHidden', { name: entity.name }), 'positive'),
      () => undefined,
    )
  return (
    <Entry icon={IconEyeOff} onSelect={hide}>
      {t('content.neverShow')}
    </Entry>
  )
}

function withHidden(now: ContentChoices, kind: EntityKind, { id, name }: Hidden): ContentChoices {
  const hidden = now.excluded[kind]
  if (hidden.length >= mostHidden || hidden.some((one) => one.id === id)) return now
  return { ...now, excluded: { ...now.excluded, [kind]: [...hidden, { id, name }] } }
}
