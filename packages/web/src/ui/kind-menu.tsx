import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../lib/i18n.ts'

export interface KindMenuProps {
  readonly value: EntityKind | 'works'
  /** The search parameters to keep. */
  readonly search: object
}

/** Makes the heading on phones a menu of the other lists: a transparent native `<select>` covers it. Load lazily. */
export function KindMenu({ value, search }: KindMenuProps) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <select
      className="absolute inset-0 cursor-pointer opacity-0 md:hidden"
      aria-label={t('entities.browseBy')}
      value={value}
      onChange={({ target }) => {
        const kind = entityKinds.find((one) => one === target.value)
        void navigate({ to: kind ? `/${kind}` : '/works', search })
      }}
    >
      <option value="works">{t('works.title')}</option>
      {entityKinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`filter.${kind}`)}
        </option>
      ))}
    </select>
  )
}
