// The acceptance suite: one service, wherever it runs, judged by its answers alone.
import './service.ts';
import './tokens.ts';
import './logins.ts';
import './restriction-callers.ts';
import './restriction-types.ts';
import './restrictions.ts';
import './restriction-queries.ts';
import './notifications.ts';
import './payment-callers.ts';
import './purchases-apple.ts';
import './purchases-google.ts';
import './orders-steam.ts';
import './orders-pg.ts';
import './subscriptions.ts';
import './purchase-history.ts';
import './sdk.ts';
