/**
 * The reason why nothing is offered, as a sentence for whoever started it. It holds no secret.
 */
export class StartError extends Error {
  override readonly name = "StartError"
}
