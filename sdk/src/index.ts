// @tollgate/server: what app servers and game servers import.
export type { CallOptions, RetryOptions } from './call.ts';
export {
  type CertificationKeyOptions,
  createRestrictionsV1,
  createTollgate,
  type Tollgate,
  type TollgateOptions,
} from './client.ts';
export { type CustomPrice, type SigningOptions, signCustomPrice } from './custom-price.ts';
export {
  type AnyError,
  type CommonError,
  type LoginError,
  type PaymentError,
  type RestrictionError,
  type Result,
  TollgateError,
  unwrap,
} from './errors.ts';
export type {
  DisputedData,
  EventType,
  Notification,
  RefundedData,
  RefundedSubscriptionData,
  RestrictedPlayer,
  SubscriptionData,
  TollgateEvent,
  UnknownEvent,
} from './events.ts';
export type { Id } from './names.ts';
export type {
  Delivery,
  DeliveryInput,
  Purchase,
  PurchaseInput,
  Restored,
  Subscription,
  SubscriptionInput,
  SubscriptionStatus,
  Transaction,
  TransactionPage,
  TransactionQuery,
  Undelivered,
  UndeliveredQuery,
} from './payments.ts';
export type { Login, LoginInput, Logout, LogoutInput } from './players.ts';
export type {
  BulkResult,
  Restriction,
  RestrictionHistory,
  RestrictionInput,
  RestrictionsV1,
  RestrictionTypeInput,
  RestrictionTypes,
  ScopedRestriction,
} from './restrictions.ts';
export {
  type VerifiedEvents,
  type VerifiedNotification,
  verifyEvents,
  verifyNotification,
  type WebhookError,
  type WebhookRequest,
} from './webhooks.ts';
