/**
 * The v3 HTTP contract of Signalbox, the steps of a request, and one Layer for any router.
 */
export * as Api from "./Api.ts"
export * as ClientAddress from "./ClientAddress.ts"
export * as Envelope from "./Envelope.ts"
export * as Exchange from "./Exchange.ts"
export * as HttpService from "./HttpService.ts"
export * as Routes from "./Routes.ts"
export * as Runner from "./Runner.ts"
export * as Admission from "./steps/Admission.ts"
export * as Authentication from "./steps/Authentication.ts"
export * as Body from "./steps/Body.ts"
export * as Parameters from "./steps/Parameters.ts"
export * as Rate from "./steps/Rate.ts"
export * as Requirements from "./steps/Requirements.ts"
export * as Scope from "./steps/Scope.ts"
export * as Stopped from "./steps/Stopped.ts"
export * as Surroundings from "./Surroundings.ts"
