import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'

export interface EntityLinkProps {
  readonly kind: EntityKind
  readonly entity: Entity
  readonly isChip?: boolean
}

/** Leads to all works of a maker, series, artist, illustrator or genre. */
export function EntityLink({ kind, entity, isChip = false }: EntityLinkProps) {
  return (
    <Link
      ref={menuFor({ kind, entity })}
      to="/works"
      search={{ [kind]: [entity.id] }}
      lang={entityLanguage(kind, entity.name)}
      className={
        isChip ? 'chip hover:border-acc' : 'text-fg underline-offset-4 hover:text-acc hover:underline'
      }
    >
      {entity.name}
    </Link>
  )
}
