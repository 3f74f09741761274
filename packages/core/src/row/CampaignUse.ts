/**
 * The use cases that a 10DLC campaign can have (decisions 3.9).
 */
export const useCases = [
  "MARKETING",
  "ACCOUNT_NOTIFICATION",
  "CUSTOMER_CARE",
  "FRAUD_ALERT",
  "TWO_FA",
  "DELIVERY_NOTIFICATION",
  "SECURITY_ALERT",
  "M2M",
  "MIXED",
  "HIGHER_EDUCATION",
  "POLLING_VOTING",
  "PUBLIC_SERVICE_ANNOUNCEMENT",
  "LOW_VOLUME"
] as const
