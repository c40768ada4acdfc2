import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { IconX } from '@tabler/icons-react'
import { type ContentChoices, type Hidden, mostHidden } from '../../../lib/content-choices.ts'
import { useT } from '../../../lib/i18n.ts'
import { HideEntity } from './hide-entity.tsx'

type Excluded = ContentChoices['excluded']

export interface HiddenEntitiesProps {
  readonly excluded: Excluded
  readonly onChange: (excluded: Excluded) => void
}

/** Whose works are never shown, and why; with a box to add more. */
export function HiddenEntities({ excluded, onChange }: HiddenEntitiesProps) {
  const t = useT()
  const replace = (kind: EntityKind, hidden: Hidden[]) => onChange({ ...excluded, [kind]: hidden })
  return (
    <div>
      <h3 className="text-[13px] font-medium">{t('content.hidden')}</h3>
      <p className="mt-0.5 mb-3 text-[12.5px] text-mut">{t('content.hiddenHelp')}</p>
      <HideEntity
        onPick={(kind, entity) => {
          const known = excluded[kind].some(({ id }) => id === entity.id)
          if (!known && excluded[kind].length < mostHidden) replace(kind, [...excluded[kind], entity])
        }}
      />
      <ul className="mt-3 flex flex-col gap-2">
        {entityKinds.flatMap((kind) =>
          excluded[kind].map((hidden) => (
            <HiddenRow
              key={`${kind} ${hidden.id}`}
              kind={kind}
              hidden={hidden}
              onReason={(reason) =>
                replace(
                  kind,
                  excluded[kind].map((one) => (one.id === hidden.id ? { ...one, reason } : one)),
                )
              }
              onShow={() =>
                replace(
                  kind,
                  excluded[kind].filter(({ id }) => id !== hidden.id),
                )
              }
            />
          )),
        )}
      </ul>
    </div>
  )
}

interface HiddenRowProps {
  readonly kind: EntityKind
  readonly hidden: Hidden
  readonly onReason: (reason: string) => void
  readonly onShow: () => void
}

const longestReason = 200

function HiddenRow({ kind, hidden, onReason, onShow }: HiddenRowProps) {
  const t = useT()
  const { name, reason = '' } = hidden
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 text-sm">
      <span className="min-w-40 flex-1">
        <span className="font-medium">{name}</span> <span className="text-mut">{t(`filter.${kind}`)}</span>
      </span>
      <input
        className="input w-auto! min-w-40 flex-1 pointer-coarse:h-11"
        aria-label={t('content.reasonFor', { name })}
        placeholder={t('content.reason')}
        maxLength={longestReason}
        defaultValue={reason}
        onBlur={({ target }) => target.value !== reason && onReason(target.value)}
      />
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('content.showAgain', { name })}
        onClick={onShow}
      >
        <IconX size={17} aria-hidden />
      </button>
    </li>
  )
}
