/** What is edited of an entity. */
import type { RankedEntity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'

export interface EditEntityProps {
  readonly kind: EntityKind
  readonly entity: RankedEntity
}

export interface EntityDialogProps extends EditEntityProps {
  readonly onClose: () => void
}
