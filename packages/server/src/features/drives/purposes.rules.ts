/** Names what secrets of drives are sealed for: moved to another row, they open nothing. */

export const appPurpose = (provider: string, clientId: string): string => `drive app ${provider} ${clientId}`

export interface TokenOwner {
  readonly provider: string
  readonly account_id: string
}

export const tokenPurpose = ({ provider, account_id }: TokenOwner): string =>
  `drive ${provider} ${account_id}`

export const linkPurpose = (stateHash: string): string => `drive link ${stateHash}`

export const confirmationPurpose = 'drive confirmation'
