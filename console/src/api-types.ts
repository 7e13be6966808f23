// Generated from openapi.json by `npm run openapi`: what the admin API takes and answers, on top of the types of the SDK.
import type { components as Shared } from '../../sdk/src/api-types.ts';

export interface paths {
  readonly '/environment': {
    /**
     * Returns the environment; needs no sign-in.
     * @description Requires no authentication.
     */
    readonly get: operations['admin.environment.read'];
  };
  readonly '/session': {
    /**
     * Returns the signed-in account and its roles.
     * @description Requires a console session.
     */
    readonly get: operations['admin.session.read'];
    /**
     * Signs in and sets the session cookie.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.session.open'];
    /**
     * Signs out.
     * @description Requires a console session.
     */
    readonly delete: operations['admin.session.close'];
  };
  readonly '/password-resets': {
    /**
     * Sends a link to a new password by e-mail, if there is such an account. The answer does not say whether there is.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.session.password.request'];
  };
  readonly '/password-resets/complete': {
    /**
     * Sets a new password with the link of the e-mail and ends all sessions of the account. Sign in afterwards.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.session.password.reset'];
  };
  readonly '/session/list': {
    /**
     * Lists your sessions, newest first.
     * @description Requires a console session.
     */
    readonly get: operations['admin.session.list'];
  };
  readonly '/session/list/{session_id}': {
    /**
     * Ends one of your sessions.
     * @description Requires a console session.
     */
    readonly delete: operations['admin.session.end'];
  };
  readonly '/session/password': {
    /**
     * Changes your password and ends your other sessions.
     * @description Requires a console session.
     */
    readonly put: operations['admin.session.password'];
  };
  readonly '/session/totp': {
    /**
     * Starts the enrolment of a second factor and returns its secret. Confirm it to turn it on.
     * @description Requires a console session.
     */
    readonly post: operations['admin.session.totp.enrol'];
  };
  readonly '/session/totp/confirm': {
    /**
     * Confirms the second factor with its first code and returns the recovery codes once.
     * @description Requires a console session.
     */
    readonly post: operations['admin.session.totp.confirm'];
  };
  readonly '/session/totp/remove': {
    /**
     * Removes the second factor and its recovery codes. Takes a code or a recovery code.
     * @description Requires a console session.
     */
    readonly post: operations['admin.session.totp.remove'];
  };
  readonly '/session/oidc/{issuer}': {
    /**
     * Begins a sign-in by an issuer (OpenID Connect) and returns where to send the browser.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.session.issuer.begin'];
  };
  readonly '/session/sign-out': {
    /**
     * Signs out here, and returns the address that signs out at the issuer.
     * @description Requires a console session.
     */
    readonly post: operations['admin.session.leave'];
  };
  readonly '/session/connections': {
    /**
     * Lists the issuers that your account is connected to.
     * @description Requires a console session.
     */
    readonly get: operations['admin.session.issuer.list'];
  };
  readonly '/session/connections/{issuer}': {
    /**
     * Connects your account to an issuer, so that you can sign in by it. Returns where to send the browser.
     * @description Requires a console session.
     */
    readonly post: operations['admin.session.issuer.connect'];
    /**
     * Ends the connection to an issuer, the roles from its groups, and the sessions by it.
     * @description Requires a console session.
     */
    readonly delete: operations['admin.session.issuer.disconnect'];
  };
  readonly '/projects/{game_index}/members': {
    /**
     * Lists the members of a project and their roles.
     * @description Requires the role owner.
     */
    readonly get: operations['admin.member.list'];
  };
  readonly '/projects/{game_index}/members/{account_id}': {
    /**
     * Removes a member from the project.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.member.remove'];
    /**
     * Changes the role of a member, or the restrictions that an operator may make.
     * @description Requires the role owner.
     */
    readonly patch: operations['admin.member.change'];
  };
  readonly '/projects/{game_index}/invitations': {
    /**
     * Lists the open invitations to a project.
     * @description Requires the role owner.
     */
    readonly get: operations['admin.member.invitations'];
    /**
     * Creates an invitation link for a new member, and sends it by e-mail where SMTP is set. It is returned once and valid for seven days.
     * @description Requires the role owner.
     */
    readonly post: operations['admin.member.invite'];
  };
  readonly '/projects/{game_index}/invitations/{invitation_id}': {
    /**
     * Withdraws an invitation.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.member.invitation.withdraw'];
  };
  readonly '/owners': {
    /**
     * Lists the owners of the installation, who have every role in every project.
     * @description Requires the role owner.
     */
    readonly get: operations['admin.owner.list'];
  };
  readonly '/invitations': {
    /**
     * Lists the open invitations for owners of the installation.
     * @description Requires the role owner.
     */
    readonly get: operations['admin.invitation.list'];
    /**
     * Creates an invitation link for a new owner of the installation.
     * @description Requires the role owner.
     */
    readonly post: operations['admin.invitation.create'];
  };
  readonly '/invitations/{invitation_id}': {
    /**
     * Withdraws the invitation of an owner.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.invitation.withdraw'];
  };
  readonly '/invitations/open': {
    /**
     * Returns what an invitation is for.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.invitation.open'];
  };
  readonly '/invitations/accept': {
    /**
     * Accepts an invitation with a new password, or with that of the existing account. Sign in afterwards.
     * @description Requires no authentication.
     */
    readonly post: operations['admin.invitation.accept'];
  };
  readonly '/projects': {
    /**
     * Lists projects by number.
     * @description Open to every caller; lists only what the caller can see.
     */
    readonly get: operations['admin.project.list'];
    /**
     * Creates a project.
     * @description Requires the role owner.
     */
    readonly post: operations['admin.project.create'];
  };
  readonly '/projects/{game_index}': {
    /**
     * Returns a project.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.project.read'];
    /**
     * Deletes a project without apps, with its clients and receivers.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.project.delete'];
    /**
     * Renames a project.
     * @description Requires the role admin.
     */
    readonly patch: operations['admin.project.rename'];
  };
  readonly '/projects/{game_index}/second-factor': {
    /**
     * Returns whether the project requires a second factor.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.project.second-factor.read'];
    /**
     * Requires a second factor of everyone who works in the project, or stops requiring it. Members without one see nothing of the project until they set one up.
     * @description Requires the role owner.
     */
    readonly put: operations['admin.project.second-factor'];
  };
  readonly '/projects/{game_index}/apps': {
    /**
     * Lists the apps of a project by appid.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.app.list'];
    /**
     * Creates an app.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.app.create'];
  };
  readonly '/apps/{appid}': {
    /**
     * Returns an app.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.app.read'];
    /**
     * Deletes an app with all its data: purchases, restrictions, keys, settings.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.app.delete'];
    /**
     * Changes the name or the time zone of an app.
     * @description Requires the role admin.
     */
    readonly patch: operations['admin.app.change'];
  };
  readonly '/apps/{appid}/keys': {
    /**
     * Lists the valid certification keys of an app, showing only their last characters.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.key.list'];
    /**
     * Creates a certification key and returns it once. An app can have two valid keys.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.key.create'];
  };
  readonly '/apps/{appid}/keys/rotate': {
    /**
     * Creates a certification key; the previous one expires after the grace period.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.key.rotate'];
  };
  readonly '/apps/{appid}/keys/{key_id}': {
    /**
     * Revokes a certification key immediately.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.key.revoke'];
  };
  readonly '/apps/{appid}/price-keys': {
    /**
     * Lists the valid custom price keys of an app, showing only their last characters.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.price-key.list'];
  };
  readonly '/apps/{appid}/price-keys/rotate': {
    /**
     * Creates a custom price key and returns it once; the previous one expires after the grace period.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.price-key.rotate'];
  };
  readonly '/apps/{appid}/price-keys/{key_id}': {
    /**
     * Revokes a custom price key immediately.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.price-key.revoke'];
  };
  readonly '/projects/{game_index}/clients': {
    /**
     * Lists the OAuth clients of a project, with the last characters of their secrets.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.client.list'];
    /**
     * Creates an OAuth client and returns its secret once.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.client.create'];
  };
  readonly '/clients/{client_id}': {
    /**
     * Returns an OAuth client.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.client.read'];
    /**
     * Deletes a client; its tokens stop working.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.client.delete'];
  };
  readonly '/clients/{client_id}/rotate': {
    /**
     * Creates a new secret for a client; the previous one expires after the grace period.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.client.rotate'];
  };
  readonly '/projects/{game_index}/receivers': {
    /**
     * Lists every channel with its receivers, if there are some, and how many messages are waiting for each.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.receiver.list'];
  };
  readonly '/projects/{game_index}/receivers/{channel}': {
    /**
     * Returns a receiver.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.receiver.read'];
    /**
     * Registers or changes a receiver; a channel has up to ten. A game server gets a test message first.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.receiver.set'];
    /**
     * Removes a receiver. Messages for the first one of a channel wait for the next; those for another are deleted.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.receiver.remove'];
  };
  readonly '/projects/{game_index}/receivers/{channel}/rotate-key': {
    /**
     * Creates a new key and returns it once. The current one signs as well until the grace period ends.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.receiver.rotate-key'];
  };
  readonly '/projects/{game_index}/receivers/{channel}/old-key': {
    /**
     * Ends the old key of a rotation at once.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.receiver.end-old-key'];
  };
  readonly '/projects/{game_index}/outbox/{channel}': {
    /**
     * Shows how many messages are waiting, since when, and when the next attempt is due.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.read'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/pause': {
    /**
     * Pauses sending. New messages are queued until you resume.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.pause'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/resume': {
    /**
     * Resumes sending immediately, without waiting for the next attempt.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.resume'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/test': {
    /**
     * Sends a test message that concerns no player, and returns the answer.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.test'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/attempts': {
    /**
     * Lists the delivery attempts of the last days (`KEEP_ATTEMPTS_DAYS`) and their answers, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.attempts'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/requests/{batch_id}': {
    /**
     * Returns what was sent: the body of a request, its attempts and their answers.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.request'];
  };
  readonly '/projects/{game_index}/outbox/restriction/players/{player_id}': {
    /**
     * Lists the notifications about a player with their delivery states, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.player'];
  };
  readonly '/projects/{game_index}/outbox/restriction/players/{player_id}/resend': {
    /**
     * Sends the player's current restriction to the game server again, as a new message.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.resend'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/dead-letters': {
    /**
     * Lists the batches that failed for three days, oldest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.dead-letters'];
    /**
     * Deletes all dead letters of a receiver. Their messages will not be sent.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.outbox.delete-letters'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/dead-letters/{batch_id}': {
    /**
     * Returns a dead letter with its exact content.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.outbox.dead-letter'];
    /**
     * Deletes a dead letter. Its messages will not be sent.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.outbox.delete-letter'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/dead-letters/{batch_id}/replay': {
    /**
     * Queues a dead letter again, without outdated messages.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.replay'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/replay': {
    /**
     * Queues all dead letters again, without outdated messages.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.outbox.replay-all'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/replays/dry-run': {
    /**
     * Counts what a replay would send to a receiver again: a range of time, a player, or both.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.replay.dry-run'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/replays': {
    /**
     * Lists the replays of a receiver, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.replay.list'];
    /**
     * Sends events to a receiver again, in their order and with the same ids. A receiver has one replay at a time, of at most 10,000 requests.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.replay.begin'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/replays/{replay_id}': {
    /**
     * Returns a replay with its progress.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.replay.read'];
  };
  readonly '/projects/{game_index}/outbox/{channel}/replays/{replay_id}/cancel': {
    /**
     * Ends a replay. Waiting events are sent next.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.replay.cancel'];
  };
  readonly '/projects/{game_index}/attention': {
    /**
     * Returns what needs attention now: dead letters, markets that refuse or fail, and open alerts.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.alert.attention'];
  };
  readonly '/projects/{game_index}/alerts': {
    /**
     * Lists the alerts of a project, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.alert.list'];
  };
  readonly '/projects/{game_index}/alerts/{alert_id}/acknowledge': {
    /**
     * Acknowledges an alert. It stays open until its condition ends.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.alert.acknowledge'];
  };
  readonly '/projects/{game_index}/alert-settings': {
    /**
     * Returns when alerts open in a project.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.alert.settings.read'];
    /**
     * Sets when alerts open in a project.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.alert.settings'];
  };
  readonly '/projects/{game_index}/alert-channels': {
    /**
     * Lists where the alerts of a project are sent.
     * @description Requires the role admin.
     */
    readonly get: operations['admin.alert.channel.list'];
    /**
     * Adds an e-mail address or a webhook that gets the alerts of a project.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.alert.channel.add'];
  };
  readonly '/projects/{game_index}/alert-channels/{channel_id}/test': {
    /**
     * Sends a test message to an alert channel.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.alert.channel.test'];
  };
  readonly '/projects/{game_index}/alert-channels/{channel_id}': {
    /**
     * Removes an alert channel.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.alert.channel.remove'];
  };
  readonly '/apps/{appid}/notices': {
    /**
     * Lists the notifications received from the stores, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.notices.list'];
  };
  readonly '/apps/{appid}/notices/{provider}/{notice_id}': {
    /**
     * Returns a store notification as received.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.notices.read'];
  };
  readonly '/apps/{appid}/notices/{provider}/{notice_id}/replay': {
    /**
     * Processes a stored notification again.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.notices.replay'];
  };
  readonly '/apps/{appid}/markets': {
    /**
     * Lists the market settings of an app and which secrets are set.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.market.list'];
  };
  readonly '/apps/{appid}/markets/{market}': {
    /**
     * Returns the settings of an app at a market.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.market.read'];
    /**
     * Removes the settings and secrets of an app at a market.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.market.remove'];
  };
  readonly '/apps/{appid}/markets/APPLE': {
    /**
     * Replaces the settings at APPLE. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.APPLE'];
  };
  readonly '/apps/{appid}/markets/GOOGLE': {
    /**
     * Replaces the settings at GOOGLE. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.GOOGLE'];
  };
  readonly '/apps/{appid}/markets/STEAM': {
    /**
     * Replaces the settings at STEAM. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.STEAM'];
  };
  readonly '/apps/{appid}/markets/PG': {
    /**
     * Replaces the settings at PG. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.PG'];
  };
  readonly '/apps/{appid}/markets/ONESTORE': {
    /**
     * Replaces the settings at ONESTORE. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.ONESTORE'];
  };
  readonly '/apps/{appid}/markets/AMAZON': {
    /**
     * Replaces the settings at AMAZON. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.AMAZON'];
  };
  readonly '/apps/{appid}/markets/SAMSUNG': {
    /**
     * Replaces the settings at SAMSUNG. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.SAMSUNG'];
  };
  readonly '/apps/{appid}/markets/CUSTOM': {
    /**
     * Replaces the settings at CUSTOM. Secrets you leave out stay as they are.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.market.set.CUSTOM'];
  };
  readonly '/apps/{appid}/markets/{market}/check': {
    /**
     * Checks with the market whether the settings and secrets of an app work.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.market.check'];
  };
  readonly '/apps/{appid}/markets/PG/former/{gateway}': {
    /**
     * Removes the credentials of a former payment gateway. Orders that were opened there can no longer be verified.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.market.remove_former'];
  };
  readonly '/apps/{appid}/products': {
    /**
     * Lists the products of an app by id.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.product.list'];
  };
  readonly '/apps/{appid}/products/{product_id}': {
    /**
     * Returns a product.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.product.read'];
    /**
     * Adds a product or replaces its definition.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.product.set'];
    /**
     * Removes a product.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.product.remove'];
  };
  readonly '/apps/{appid}/servers': {
    /**
     * Lists the server ids of an app.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.server.list'];
  };
  readonly '/apps/{appid}/servers/{server_id}': {
    /**
     * Returns a server id.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.server.read'];
    /**
     * Adds or renames a server id.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.server.set'];
    /**
     * Removes a server id.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.server.remove'];
  };
  readonly '/admin-tokens': {
    /**
     * Lists admin tokens, without the secret values.
     * @description Requires the role owner.
     */
    readonly get: operations['admin.admin-token.list'];
    /**
     * Creates an admin token and returns it once.
     * @description Requires the role owner.
     */
    readonly post: operations['admin.admin-token.create'];
  };
  readonly '/admin-tokens/{token_id}': {
    /**
     * Revokes an admin token immediately.
     * @description Requires the role owner.
     */
    readonly delete: operations['admin.admin-token.revoke'];
  };
  readonly '/signing-keys/rotate': {
    /**
     * Signs new access tokens with a new key; issued tokens stay valid, unless `end_now` ends the earlier keys.
     * @description Requires the role owner.
     */
    readonly post: operations['admin.signing-key.rotate'];
  };
  readonly '/audit': {
    /**
     * Lists who changed what, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.audit.list'];
  };
  readonly '/audit/count': {
    /**
     * Counts changes, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.audit.list-count'];
  };
  readonly '/audit/file': {
    /**
     * Downloads changes as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.audit.list-file'];
  };
  readonly '/apps/{appid}/types': {
    /**
     * Lists the restriction types of an app by number, with their texts in every language.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.type.list'];
    /**
     * Registers a restriction type.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.type.create'];
  };
  readonly '/apps/{appid}/types/{block_type}': {
    /**
     * Changes the name and texts of a restriction type, also for players already restricted with it.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.type.change'];
    /**
     * Deletes a restriction type that no player is restricted with.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.type.delete'];
  };
  readonly '/apps/{appid}/types/{block_type}/appeals': {
    /**
     * Allows or forbids appeals of players restricted with a type, and sets the ready answers.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.type.appeals'];
  };
  readonly '/projects/{game_index}/scopes': {
    /**
     * Lists the scopes of restrictions: the ready ones, then those of the project.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.scope.list'];
  };
  readonly '/projects/{game_index}/scopes/{scope}': {
    /**
     * Adds a scope to a project, or changes its names.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.scope.set'];
    /**
     * Removes a scope that nobody is restricted in.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.scope.remove'];
  };
  readonly '/apps/{appid}/appeals': {
    /**
     * Lists appeals: open ones unless asked for others, oldest first unless sorted otherwise.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.appeal.list'];
  };
  readonly '/apps/{appid}/appeals/{appeal_id}': {
    /**
     * Returns an appeal.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.appeal.read'];
  };
  readonly '/apps/{appid}/appeals/{appeal_id}/decide': {
    /**
     * Decides an open appeal: releases the player, shortens the restriction, or upholds it.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.appeal.decide'];
  };
  readonly '/apps/{appid}/figures/appeals': {
    /**
     * Counts appeals, those granted, and the median time, by type and by operator.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.appeal.figures'];
  };
  readonly '/projects/{game_index}/appeal-settings': {
    /**
     * Returns how a project treats appeals.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.appeal.settings'];
    /**
     * Changes how a project treats appeals.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.appeal.change-settings'];
  };
  readonly '/apps/{appid}/restrictions': {
    /**
     * Lists players restricted in one scope, ending soonest first, permanent ones last.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.restriction.search'];
  };
  readonly '/apps/{appid}/restrictions/count': {
    /**
     * Counts restricted players, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.restriction.search-count'];
  };
  readonly '/apps/{appid}/restrictions/file': {
    /**
     * Downloads restricted players as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.restriction.search-file'];
  };
  readonly '/apps/{appid}/players/{player_id}': {
    /**
     * Returns a player's restriction of the login or null, and those of other scopes.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.read'];
  };
  readonly '/apps/{appid}/players/{player_id}/restriction': {
    /**
     * Restricts a player in a scope, or changes that restriction.
     * @description Requires the role operator.
     */
    readonly put: operations['admin.restriction.set'];
  };
  readonly '/apps/{appid}/players/{player_id}/device-exception': {
    /**
     * Lets a player log in on devices that are restricted with others.
     * @description Requires the role operator.
     */
    readonly put: operations['admin.restriction.except-device'];
    /**
     * Ends the exception of a player from restricted devices.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.restriction.end-device-exception'];
  };
  readonly '/apps/{appid}/players/{player_id}/release': {
    /**
     * Releases a player in a scope.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.restriction.release'];
  };
  readonly '/apps/{appid}/restrictions/release': {
    /**
     * Releases up to 500 players in a scope.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.restriction.release-many'];
  };
  readonly '/apps/{appid}/players/{player_id}/history': {
    /**
     * Lists the changes of a player's restrictions of all scopes, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.history'];
  };
  readonly '/apps/{appid}/players/{player_id}/export': {
    /**
     * Downloads everything that is stored about a player, as one JSON document.
     * @description Requires the role admin.
     */
    readonly get: operations['admin.personal-data.export'];
  };
  readonly '/apps/{appid}/players/{player_id}/erasure': {
    /**
     * Shows what an erasure of the player would change, and whether one is under way.
     * @description Requires the role admin.
     */
    readonly get: operations['admin.personal-data.plan'];
    /**
     * Erases a player. Purchases stay for bookkeeping, without the person. This cannot be undone.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.personal-data.erase'];
  };
  readonly '/apps/{appid}/bulk/release': {
    /**
     * Creates a bulk job that releases all restricted players who match, at most 100,000. Returns what applying it would do.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.bulk.release'];
  };
  readonly '/apps/{appid}/bulk': {
    /**
     * Lists the bulk jobs of the last 30 days, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.bulk.list'];
    /**
     * Uploads a list of players (CSV, or one player id per line, at most 100,000 rows) and returns what applying it would do.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.bulk.create'];
  };
  readonly '/apps/{appid}/bulk/{job_id}': {
    /**
     * Returns a bulk job and its progress.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.bulk.read'];
    /**
     * Deletes a bulk job that is not running. Changes it has made stay.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.bulk.delete'];
  };
  readonly '/apps/{appid}/bulk/{job_id}/apply': {
    /**
     * Applies a bulk job once, in the background, in the order of its rows.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.bulk.apply'];
  };
  readonly '/apps/{appid}/bulk/{job_id}/undo': {
    /**
     * Creates a bulk job that undoes a finished one: it releases the players whom that one restricted, or restricts those whom it released as they were, unless somebody has changed them since. Returns what applying it would do.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.bulk.undo'];
  };
  readonly '/apps/{appid}/bulk/{job_id}/rows': {
    /**
     * Lists the rows of a bulk job, all or those with one verdict.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.bulk.rows'];
  };
  readonly '/apps/{appid}/bulk/{job_id}/file': {
    /**
     * Downloads all rows with verdict, reason and result as CSV.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.bulk.file'];
  };
  readonly '/apps/{appid}/measures/rules': {
    /**
     * Lists the rules of an app, oldest first, with what each did in the past 30 days.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.rules'];
    /**
     * Creates a rule. It begins in `watch` and only flags, unless `state` says otherwise.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.measure.rule-create'];
  };
  readonly '/apps/{appid}/measures/rules/{rule_id}': {
    /**
     * Returns a rule.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.rule'];
    /**
     * Deletes a rule. Restrictions that it set stay until they end.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.measure.rule-delete'];
    /**
     * Changes a rule. Its state stays.
     * @description Requires the role admin.
     */
    readonly patch: operations['admin.measure.rule-change'];
  };
  readonly '/apps/{appid}/measures/rules/{rule_id}/switch': {
    /**
     * Switches a rule to `watch`, `on` or `off`. Only what happens from now on counts.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.measure.rule-switch'];
  };
  readonly '/apps/{appid}/measures/rules/{rule_id}/exempt': {
    /**
     * Returns the players that a rule leaves alone.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.exempt'];
    /**
     * Sets the players that a rule leaves alone.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.measure.exempt-set'];
  };
  readonly '/apps/{appid}/measures/rules/dry-run': {
    /**
     * Says whom a rule would have restricted or flagged in the past days.
     * @description Requires the role viewer.
     */
    readonly post: operations['admin.measure.dry-run'];
  };
  readonly '/apps/{appid}/measures/effects': {
    /**
     * Lists what rules did about players, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.effects'];
  };
  readonly '/apps/{appid}/measures/effects/count': {
    /**
     * Counts effects of rules, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.effects-count'];
  };
  readonly '/apps/{appid}/measures/effects/file': {
    /**
     * Downloads effects of rules as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.effects-file'];
  };
  readonly '/apps/{appid}/measures/effects/{effect_id}': {
    /**
     * Returns one effect of a rule.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.effect'];
  };
  readonly '/apps/{appid}/measures/effects/{effect_id}/release': {
    /**
     * Ends a restriction by a rule. Its purchases never restrict the player again.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.measure.effect-release'];
  };
  readonly '/apps/{appid}/measures/flags': {
    /**
     * Lists flags that wait for a person, oldest first, or closed ones, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.flags'];
  };
  readonly '/apps/{appid}/measures/flags/count': {
    /**
     * Counts flags, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.flags-count'];
  };
  readonly '/apps/{appid}/measures/flags/file': {
    /**
     * Downloads flags as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.flags-file'];
  };
  readonly '/apps/{appid}/measures/flags/{effect_id}/close': {
    /**
     * Closes a flag, with a note about what was decided.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.measure.flag-close'];
  };
  readonly '/apps/{appid}/measures/ready-types': {
    /**
     * Lists ready restriction types for refunds, with their texts in every language.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.ready-types'];
  };
  readonly '/apps/{appid}/measures/ready-types/{name}/adopt': {
    /**
     * Adds a ready restriction type to an app, where it can be edited.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.measure.ready-type-adopt'];
  };
  readonly '/apps/{appid}/players/{player_id}/debt': {
    /**
     * Returns what a player was refunded for delivered goods, by currency.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.measure.debt'];
  };
  readonly '/apps/{appid}/consent': {
    /**
     * Returns whether players are restricted while consent is withdrawn.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.consent.settings'];
    /**
     * Switches restrictions for withdrawn consent on or off. Switching them on adds the restriction type; players who are restricted stay so.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.consent.switch'];
  };
  readonly '/apps/{appid}/players/{player_id}/consent': {
    /**
     * Returns the downloads of a player, and whether consent is withdrawn.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.consent.player'];
  };
  readonly '/apps/{appid}/players/{player_id}/consent/restore': {
    /**
     * Notes that consent was given again, and releases the player if withdrawn consent has restricted them.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.consent.restore'];
  };
  readonly '/apps/{appid}/types/import': {
    /**
     * Imports restriction types. A type with the same names is not registered again.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.type.import'];
  };
  readonly '/apps/{appid}/restrictions/import': {
    /**
     * Imports restrictions from another system. Repeating it is safe.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.restriction.import'];
  };
  readonly '/apps/{appid}/purchases/import': {
    /**
     * Imports purchases that another system has verified. Repeating it is safe.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.purchase.import'];
  };
  readonly '/apps/{appid}/overview': {
    /**
     * Returns purchases, refunds, restrictions and market calls of an app over time.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.overview.read'];
  };
  readonly '/apps/{appid}/figures/revenue': {
    /**
     * Returns gross, refunds, disputes and net over time.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.revenue'];
  };
  readonly '/apps/{appid}/figures/revenue/file': {
    /**
     * Downloads the same as CSV, without the comparison.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.revenue-file'];
  };
  readonly '/apps/{appid}/figures/payers': {
    /**
     * Returns payers, first-time payers, repeat rate and revenue per payer over time.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.payers'];
  };
  readonly '/apps/{appid}/figures/payers/file': {
    /**
     * Downloads the same as CSV, with a line for each currency.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.payers-file'];
  };
  readonly '/apps/{appid}/figures/subscriptions': {
    /**
     * Returns subscriptions, trials, churn and MRR with its movement over time.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.subscriptions'];
  };
  readonly '/apps/{appid}/figures/subscriptions/file': {
    /**
     * Downloads the same as CSV, with a line for each currency.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.subscriptions-file'];
  };
  readonly '/apps/{appid}/figures/cohorts': {
    /**
     * Returns how many subscribers of each month still pay in the months after.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.cohorts'];
  };
  readonly '/apps/{appid}/figures/cohorts/file': {
    /**
     * Downloads the same as CSV.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.cohorts-file'];
  };
  readonly '/apps/{appid}/figures/verification': {
    /**
     * Returns outcomes of verifications, availability and response times of markets, undelivered purchases and refund rates.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.verification'];
  };
  readonly '/apps/{appid}/figures/verification/file': {
    /**
     * Downloads the same as CSV, without products and comparison.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.verification-file'];
  };
  readonly '/apps/{appid}/figures/disputes': {
    /**
     * Returns how many disputes were answered, won and lost over time, and what they cost.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.disputes'];
  };
  readonly '/apps/{appid}/figures/disputes/file': {
    /**
     * Downloads the same as CSV, without the comparison.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.disputes-file'];
  };
  readonly '/apps/{appid}/figures/restrictions': {
    /**
     * Returns registered, released and expired restrictions over time, by type, actor or scope.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.restriction.figures'];
  };
  readonly '/apps/{appid}/figures/restrictions/file': {
    /**
     * Downloads the same as CSV, without the comparison.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.restriction.figures-file'];
  };
  readonly '/projects/{game_index}/figures/revenue': {
    /**
     * Returns gross, refunds, disputes and net of all apps of a project over time.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.project-revenue'];
  };
  readonly '/projects/{game_index}/figures/revenue/file': {
    /**
     * Downloads the same as CSV, without the comparison.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.project-revenue-file'];
  };
  readonly '/projects/{game_index}/rates': {
    /**
     * Lists the exchange rates into a reporting currency.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.figures.rates'];
    /**
     * Adds exchange rates; one of the same currency and day is replaced.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.figures.set-rates'];
  };
  readonly '/projects/{game_index}/rates/import': {
    /**
     * Adds exchange rates from a CSV file: all lines, or none when one is wrong.
     * @description Requires the role admin.
     */
    readonly post: operations['admin.figures.import-rates'];
  };
  readonly '/apps/{appid}/purchases': {
    /**
     * Lists purchases, last verified first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.search'];
  };
  readonly '/apps/{appid}/purchases/count': {
    /**
     * Counts purchases, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.search-count'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}': {
    /**
     * Returns a purchase with its receipt and the market's response.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.read'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}/timeline': {
    /**
     * Lists what happened to a purchase, from the order to the refund, oldest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.timeline'];
  };
  readonly '/apps/{appid}/purchases/file': {
    /**
     * Downloads the purchases that match as a file. Without account, state, id or order: newest first within each provider.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.file'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}/delivery': {
    /**
     * Reports the delivery of a purchase in place of the game.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.purchase.deliver'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}/events': {
    /**
     * Sends an event about a purchase to the app server again.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.purchase.resend-event'];
  };
  readonly '/apps/{appid}/refunds/groups': {
    /**
     * Groups refunds and disputes by player, device or product, most refunds first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.refund.groups'];
  };
  readonly '/apps/{appid}/refunds': {
    /**
     * Lists purchases cancelled by a refund or a dispute, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.refund.list'];
  };
  readonly '/apps/{appid}/refunds/count': {
    /**
     * Counts refunds, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.refund.list-count'];
  };
  readonly '/apps/{appid}/refunds/file': {
    /**
     * Downloads refunds as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.refund.list-file'];
  };
  readonly '/apps/{appid}/disputes': {
    /**
     * Lists disputes at payment gateways, newest first unless sorted otherwise.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.dispute.list'];
  };
  readonly '/apps/{appid}/disputes/count': {
    /**
     * Counts disputes, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.dispute.list-count'];
  };
  readonly '/apps/{appid}/disputes/file': {
    /**
     * Downloads disputes as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.dispute.list-file'];
  };
  readonly '/apps/{appid}/disputes/{dispute_id}': {
    /**
     * Returns a dispute with what is known about the purchase, the draft and what was sent.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.dispute.read'];
  };
  readonly '/apps/{appid}/disputes/{dispute_id}/draft': {
    /**
     * Replaces the draft of the evidence.
     * @description Requires the role operator.
     */
    readonly put: operations['admin.dispute.edit'];
    /**
     * Drafts the evidence anew from what is known about the purchase and the player.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.dispute.draft'];
  };
  readonly '/apps/{appid}/disputes/{dispute_id}/send': {
    /**
     * Sends the draft to the gateway. The bank takes evidence once.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.dispute.send'];
  };
  readonly '/apps/{appid}/dispute-texts': {
    /**
     * Lists what an app shows its buyers about refunds and cancellations, by language.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.dispute.texts'];
  };
  readonly '/apps/{appid}/dispute-texts/{language}': {
    /**
     * Adds or replaces the texts of a language.
     * @description Requires the role admin.
     */
    readonly put: operations['admin.dispute.set-texts'];
    /**
     * Removes the texts of a language.
     * @description Requires the role admin.
     */
    readonly delete: operations['admin.dispute.remove-texts'];
  };
  readonly '/apps/{appid}/refused-verifications': {
    /**
     * Lists verifications that were refused, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.refused'];
  };
  readonly '/apps/{appid}/refused-verifications/count': {
    /**
     * Counts refused verifications, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.refused-count'];
  };
  readonly '/apps/{appid}/refused-verifications/file': {
    /**
     * Downloads refused verifications as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.refused-file'];
  };
  readonly '/apps/{appid}/refused-verifications/{refused_id}': {
    /**
     * Returns a refused verification with the market's answer.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.read-refused'];
  };
  readonly '/apps/{appid}/reports': {
    /**
     * Lists reports of external sales to Apple and Google, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.report.list'];
  };
  readonly '/apps/{appid}/reports/count': {
    /**
     * Counts reports of external sales, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.report.list-count'];
  };
  readonly '/apps/{appid}/reports/file': {
    /**
     * Downloads reports of external sales as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.report.list-file'];
  };
  readonly '/apps/{appid}/reports/{report_id}': {
    /**
     * Returns a report with what was sent.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.report.read'];
  };
  readonly '/apps/{appid}/reports/{report_id}/send': {
    /**
     * Sends a refused report again, with another tax or country if the sale needs it.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.report.send'];
  };
  readonly '/apps/{appid}/reports/{report_id}/correct': {
    /**
     * Restates to Apple the tax or country of a reported sale and of its refunds.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.report.correct'];
  };
  readonly '/apps/{appid}/reports/{report_id}/close': {
    /**
     * Closes a due or refused report that was settled at the store.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.report.close'];
  };
  readonly '/apps/{appid}/subscriptions': {
    /**
     * Lists subscriptions, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.subscription.search'];
  };
  readonly '/apps/{appid}/subscriptions/count': {
    /**
     * Counts subscriptions, up to 10,000.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.subscription.search-count'];
  };
  readonly '/apps/{appid}/subscriptions/file': {
    /**
     * Downloads subscriptions as CSV, in the order of the list.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.subscription.search-file'];
  };
  readonly '/apps/{appid}/subscriptions/{provider}/{subscription_id}': {
    /**
     * Returns a subscription with its cycles.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.subscription.read'];
  };
  readonly '/apps/{appid}/subscriptions/{provider}/{subscription_id}/timeline': {
    /**
     * Lists what happened to a subscription: cycles, store notifications, refunds and events, oldest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.subscription.timeline'];
  };
  readonly '/apps/{appid}/players/{player_id}/spending': {
    /**
     * Adds up what a player has paid and got back, by currency.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.spending'];
  };
  readonly '/apps/{appid}/players/{player_id}/orders': {
    /**
     * Lists STEAM and PG orders of a player that the game has not closed, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.purchase.orders'];
  };
  readonly '/apps/{appid}/orders/{order_id}/restore': {
    /**
     * Offers a paid order to the game again, with its next `purchase/restore`.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.purchase.restore'];
  };
  readonly '/apps/{appid}/grants': {
    /**
     * Lists grants, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.grant.list'];
    /**
     * Gives a product to an account or player without a purchase.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.grant.create'];
  };
  readonly '/apps/{appid}/grants/{grant_id}': {
    /**
     * Revokes a grant. It stays in the list, with the time.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.grant.revoke'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}/actions/preview': {
    /**
     * Asks the market what a refund of this purchase would do. Changes nothing.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.action.preview'];
  };
  readonly '/apps/{appid}/purchases/{service_transaction_id}/actions': {
    /**
     * Refunds a purchase at its market, or asks a second person to approve that.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.action.request'];
  };
  readonly '/apps/{appid}/subscriptions/{provider}/{subscription_id}/actions/preview': {
    /**
     * Asks the market what an action would do to this subscription. Changes nothing.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.action.preview-subscription'];
  };
  readonly '/apps/{appid}/subscriptions/{provider}/{subscription_id}/actions': {
    /**
     * Refunds the newest cycle of a subscription, cancels its renewal, extends or defers it at its market.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.action.request-subscription'];
  };
  readonly '/apps/{appid}/actions': {
    /**
     * Lists actions after the sale, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.action.list'];
  };
  readonly '/apps/{appid}/actions/{action_id}': {
    /**
     * Returns an action.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.action.read'];
  };
  readonly '/apps/{appid}/actions/{action_id}/approve': {
    /**
     * Approves an action that waits for a second person. The market is called next.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.action.approve'];
  };
  readonly '/apps/{appid}/actions/{action_id}/decline': {
    /**
     * Declines an action that waits for a second person.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.action.decline'];
  };
  readonly '/apps/{appid}/actions/{action_id}/withdraw': {
    /**
     * Withdraws an action that the market has certainly not done.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.action.withdraw'];
  };
  readonly '/projects/{game_index}/action-settings': {
    /**
     * Returns who in a project may act after the sale, and how much.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.action.settings'];
    /**
     * Changes who in a project may act after the sale, and how much.
     * @description Requires the role owner.
     */
    readonly put: operations['admin.action.change-settings'];
  };
  readonly '/apps/{appid}/players/{player_id}/accounts': {
    /**
     * Lists the accounts of a player, linked last first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.accounts'];
  };
  readonly '/apps/{appid}/players/{player_id}/devices': {
    /**
     * Lists the devices of a player, last used first, with the other players on them.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.devices'];
  };
  readonly '/apps/{appid}/players/{player_id}/logins': {
    /**
     * Lists the logins of a player, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.logins'];
  };
  readonly '/apps/{appid}/players/{player_id}/notes': {
    /**
     * Lists the notes about a player, newest first.
     * @description Requires the role viewer.
     */
    readonly get: operations['admin.player.notes'];
    /**
     * Adds a note about a player.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.player.note-add'];
  };
  readonly '/apps/{appid}/players/{player_id}/notes/{note_id}': {
    /**
     * Deletes a note about a player. The audit log keeps its text.
     * @description Requires the role operator.
     */
    readonly delete: operations['admin.player.note-delete'];
    /**
     * Changes one's own note about a player.
     * @description Requires the role operator.
     */
    readonly patch: operations['admin.player.note-edit'];
  };
  readonly '/search': {
    /**
     * Finds players, purchases, orders, subscriptions and members by an id, at most 10 of each.
     * @description Open to every caller; lists only what the caller can see.
     */
    readonly get: operations['admin.search.find'];
  };
  readonly '/projects/{game_index}/configuration': {
    /**
     * Returns the settings of a project and its apps as a configuration file, without secrets.
     * @description Requires the role admin.
     */
    readonly get: operations['admin.configuration.read'];
  };
  readonly '/projects/{game_index}/configuration/drift': {
    /**
     * Returns what differs from the configuration file that was last applied.
     * @description Requires the role admin.
     */
    readonly get: operations['admin.configuration.drift'];
  };
  readonly '/apps/{appid}/consent/import': {
    /**
     * Imports a file of withdrawn consent (CSV) from a store that sends no notifications. Repeating it is safe.
     * @description Requires the role operator.
     */
    readonly post: operations['admin.consent.import'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Account: {
      readonly account_id: string;
      readonly email: components['schemas']['Email'];
      /** @description Owner of the installation, with every role in every project. */
      readonly owner: boolean;
      /** @description Issuer whose groups make the account an owner, in sessions by this issuer only. Absent if people did. */
      readonly issuer?: string;
      readonly disabled: boolean;
      readonly second_factor: boolean;
      readonly created_at: string;
    };
    readonly ActionInput: {
      /**
       * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
       * @enum {unknown}
       */
      readonly kind: 'refund' | 'cancel' | 'extend' | 'defer';
      /** @description Of a refund, as text: `rest` for all that is not refunded yet (the default), `prorated` for the time that is left of a subscription, or an amount such as `4.99`. */
      readonly amount?: string;
      /** @description Of a refund: only this product of a payment for several. */
      readonly line?: string;
      /**
       * @description Of a refund: whether the player loses what was bought. Default: `take`; a part always keeps.
       * @enum {unknown}
       */
      readonly goods?: 'take' | 'keep';
      /** @description Of `extend` and `defer`. */
      readonly days?: number;
      /** @description Why; for colleagues and the audit log. The player does not see it. */
      readonly reason: string;
      /** @description Made by the caller, a UUID for example. The same key again returns the same action, and does nothing twice. */
      readonly idempotency_key: string;
    };
    readonly ActionPreview: {
      /**
       * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
       * @enum {unknown}
       */
      readonly kind: 'refund' | 'cancel' | 'extend' | 'defer';
      readonly provider: components['schemas']['Market'];
      readonly possible: boolean;
      /** @description Why it is not possible, and what to do instead. */
      readonly obstacle: string | null;
      /** @description What only the market can do, and how the player asks for it. */
      readonly elsewhere: {
        readonly en: string;
        readonly ko: string;
      } | null;
      /** @description What the market can do about this now. */
      readonly can: {
        readonly refund: {
          readonly part: boolean;
          readonly by_line: boolean;
          readonly prorated: boolean;
          /** @description A whole refund can leave the goods. */
          readonly keep: boolean;
        } | null;
        readonly cancel: boolean;
        /** @description Most days at once; null where it cannot be done. */
        readonly extend_days: number | null;
        /** @description Most days at once; null where it cannot be done. */
        readonly defer_days: number | null;
      };
      readonly payment: {
        readonly currency: string | null;
        /** @description Null when the market does not say. */
        readonly paid: string | null;
        /** @description Null when the market does not say. */
        readonly refunded: string | null;
        /** @description Null when the market does not say. */
        readonly refundable: string | null;
        readonly lines: readonly {
          readonly product_id: string;
          /** @description Null when the market does not say. */
          readonly paid: string | null;
        }[];
      };
      /** @description What would go back. */
      readonly refund: {
        /** @description At most, for `prorated`. */
        readonly amount: string | null;
        /** @description What the studio keeps of the payment. */
        readonly left: string | null;
        /** @enum {unknown} */
        readonly goods: 'taken' | 'kept';
        readonly products: readonly string[];
      } | null;
      readonly subscription: {
        readonly renews: boolean;
        readonly ends_at: string | null;
        readonly renews_after: boolean;
        readonly ends_at_after: string | null;
      } | null;
      /** @description Always false: rules restrict nobody for what the studio refunds itself. */
      readonly counts_for_rules: boolean;
      /** @description Whether another person has to approve it. */
      readonly second_person: boolean;
      /** @description Of the caller, within 24 hours; null: any number. */
      readonly actions_left: number | null;
      /** @description Of the caller, within 24 hours, in the currency of the payment; null: any amount. */
      readonly amount_left: string | null;
    };
    readonly ActionSettings: {
      /** @description Operators may act, too. Otherwise only admins and owners. */
      readonly operators: boolean;
      /** @description Actions of one person within 24 hours. Null: any number. */
      readonly daily_actions: number | null;
      /** @description Refunds of one person within 24 hours, by currency. Where there are some, refunds in other currencies are refused. */
      readonly daily_amounts: readonly {
        /** @description Exact decimal, as text. */
        readonly amount: string;
        readonly currency: string;
      }[];
      /** @description A larger refund needs a second person, by currency. Where there are some, every refund in another currency needs one. */
      readonly second_person_above: readonly {
        /** @description Exact decimal, as text. */
        readonly amount: string;
        readonly currency: string;
      }[];
    };
    readonly AdminToken: {
      readonly token_id: string;
      readonly name: components['schemas']['Name'];
      readonly scope: components['schemas']['Scope'];
      /** @description Null for every project. */
      readonly projects: readonly components['schemas']['GameIndex'][] | null;
      readonly limits?: components['schemas']['RestrictionLimits'];
      /** @description Who created it. */
      readonly created_by: string;
      readonly created_at: string;
      /** @description Last use, to the minute. */
      readonly last_used_at: string | null;
      readonly expires_at: string | null;
    };
    readonly Alert: {
      readonly alert_id: string;
      readonly kind: components['schemas']['AlertKind'];
      readonly appid: string | null;
      /** @description What happened, in a few words. */
      readonly title: string;
      /** @description What happened, and what to do. */
      readonly text: string;
      /** @description Path of the page to look at, below the console. */
      readonly page: string;
      readonly opened_at: string;
      readonly closed_at: string | null;
      readonly acknowledged_at: string | null;
      readonly acknowledged_by: string | null;
    };
    readonly AlertChannel: {
      readonly channel_id: string;
      /**
       * @description `email`: an address. `slack`: a URL that takes `{"text"}`. `discord`: a URL that takes `{"content"}`.
       * @enum {unknown}
       */
      readonly kind: 'email' | 'slack' | 'discord';
      /** @description The address, or the host and the last characters of the URL. */
      readonly hint: string;
      readonly language: components['schemas']['TextLanguage'];
      readonly created_at: string;
      readonly created_by: string;
      readonly failed_at: string | null;
      readonly failure: string | null;
    };
    readonly AlertChannelInput: {
      /**
       * @description `email`: an address. `slack`: a URL that takes `{"text"}`. `discord`: a URL that takes `{"content"}`.
       * @enum {unknown}
       */
      readonly kind: 'email' | 'slack' | 'discord';
      /** @description E-mail address, or webhook URL. A URL is a secret and is never returned. */
      readonly target: string;
      readonly language?: components['schemas']['TextLanguage'];
    };
    /**
     * @description What the alert is about.
     * @enum {unknown}
     */
    readonly AlertKind:
      | 'dead_letters'
      | 'credentials_refused'
      | 'market_down'
      | 'refund_spike'
      | 'verification_failures'
      | 'internal_errors'
      | 'payment_mismatch'
      | 'certificate_status'
      | 'expiring'
      | 'rule_without_type'
      | 'appeals_waiting'
      | 'disputes_due'
      | 'external_reports'
      | 'consent_unlinked'
      | 'actions_stuck';
    readonly AlertSettings: {
      /**
       * @description Kinds that open no alerts in this project.
       * @default []
       */
      readonly off: readonly components['schemas']['AlertKind'][];
      /**
       * @description Minutes without an answer before a market counts as down.
       * @default 5
       */
      readonly market_down_minutes: number;
      /**
       * @description Refunds within about three hours below which nothing opens.
       * @default 10
       */
      readonly refund_minimum: number;
      /**
       * @description How many times the usual number of refunds is a spike.
       * @default 3
       */
      readonly refund_factor: number;
      /**
       * @description Refused verifications within about three hours below which nothing opens.
       * @default 20
       */
      readonly failure_minimum: number;
      /**
       * @description How many times the usual share of refusals is too many.
       * @default 3
       */
      readonly failure_factor: number;
      /**
       * @description How many days before its end a token is reported.
       * @default 7
       */
      readonly expiry_days: number;
      /**
       * @description Days that an appeal may wait for a decision.
       * @default 3
       */
      readonly appeal_days?: number;
      /**
       * @description How many days before its deadline an unanswered dispute is reported.
       * @default 3
       */
      readonly dispute_days?: number;
    };
    readonly App: {
      readonly appid: components['schemas']['Appid'];
      readonly game_index: components['schemas']['GameIndex'];
      readonly name: components['schemas']['Name'];
      /** @description IANA time zone of restriction dates, such as `Asia/Seoul`. */
      readonly time_zone: string;
      /** @description Used to derive an account UUID for players without a linked account. */
      readonly account_namespace: string;
      readonly created_at: string;
    };
    readonly AppChange: {
      readonly name?: components['schemas']['Name'];
      /** @description IANA time zone of restriction dates, such as `Asia/Seoul`. */
      readonly time_zone?: string;
    };
    readonly Appeal: {
      readonly appeal_id: string;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
      readonly scope: string;
      readonly block_type: number;
      /**
       * @description Where the player appealed.
       * @enum {unknown}
       */
      readonly source: 'page' | 'app_server';
      /** @description Language of the page or of the game. */
      readonly language: string;
      /** @description As the player wrote it. */
      readonly text: string;
      /**
       * @description `ended`: the restriction ended before anyone decided.
       * @enum {unknown}
       */
      readonly state: 'open' | 'released' | 'shortened' | 'upheld' | 'ended';
      readonly created_at: string;
      /** @description What the player was answered. */
      readonly answer: string | null;
      readonly decided_at: string | null;
      /** @description Null while it is open, and when the restriction ended without a decision. */
      readonly decided_by: {
        readonly kind: string;
        readonly name: string;
      } | null;
      /** @description True when the caller cannot decide, because they made or changed the restriction. Only of one open appeal, not in lists. */
      readonly own_restriction?: boolean;
      /** @description True when the limits of the caller do not allow a decision. Only of one open appeal, not in lists. */
      readonly outside_limits?: boolean;
    };
    readonly AppealDecision: {
      /** @enum {unknown} */
      readonly decision: 'release' | 'shorten' | 'uphold';
      /** @description With `shorten`: the new last second, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
      readonly end_date?: string;
      /** @description What the player reads, and the app server gets as an event. */
      readonly answer?: string;
      /** @description True: the ready answer of the restriction type, in the language of the appeal or in English. */
      readonly ready_answer?: boolean;
      /** @description Reason for the change, shown in the history. */
      readonly comment?: string;
    };
    readonly AppealFigures: {
      /** @description Appeals made within the time. */
      readonly made: number;
      /** @description Of these, how many somebody decided. */
      readonly decided: number;
      /** @description Of those, released or shortened. */
      readonly granted: number;
      /** @description Median time to the decision; null without one. */
      readonly median_hours: number | null;
      readonly by_type: readonly {
        readonly block_type: number;
        /** @description Appeals made within the time. */
        readonly made: number;
        /** @description Of these, how many somebody decided. */
        readonly decided: number;
        /** @description Of those, released or shortened. */
        readonly granted: number;
        /** @description Median time to the decision; null without one. */
        readonly median_hours: number | null;
      }[];
      readonly by_operator: readonly {
        /** @description Who decided. */
        readonly operator: string;
        /** @description Appeals made within the time. */
        readonly made: number;
        /** @description Of these, how many somebody decided. */
        readonly decided: number;
        /** @description Of those, released or shortened. */
        readonly granted: number;
        /** @description Median time to the decision; null without one. */
        readonly median_hours: number | null;
      }[];
    };
    readonly AppealSettings: {
      /** @description Who made or changed a restriction cannot decide the appeal against it. */
      readonly second_person: boolean;
      /** @description Days after a decision until the player may appeal again. Null: once for each restriction. */
      readonly again_after_days: number | null;
    };
    /** @description App id, as sent in `appid` and `X-App-Id`. */
    readonly Appid: string;
    readonly Attempt: {
      readonly batch_id: components['schemas']['BatchId'];
      /** @description Number of the attempt. A batch that replaces one with outdated messages counts on; 0 is before the first attempt. Probes of a receiver that is away repeat a number. */
      readonly number: number;
      /** @description UTC. */
      readonly at: string;
      readonly messages: number;
      /**
       * @description `delivered`, or why the attempt failed. `superseded` is no attempt: these messages were not sent, because their players changed since; `error` names the players.
       * @enum {unknown}
       */
      readonly result:
        | 'delivered'
        | 'result_code'
        | 'status'
        | 'answer'
        | 'network'
        | 'address'
        | 'superseded';
      readonly status: number | null;
      readonly result_code: number | null;
      readonly duration_ms: number;
      /** @description First 4 KiB of the answer. */
      readonly answer: string | null;
      /** @description Of the answer: `content-type`, `retry-after`, `location`, `server`, `x-request-id`. */
      readonly answer_headers: {
        readonly [key: string]: string;
      } | null;
      readonly error: string | null;
    };
    readonly Attention: {
      /** @description Receivers with dead letters. */
      readonly dead_letters: readonly {
        readonly channel: components['schemas']['ReceiverId'];
        readonly count: number;
      }[];
      /** @description Markets that refuse the credentials of an app, or do not answer. */
      readonly markets: readonly {
        readonly appid: string;
        readonly market: components['schemas']['Market'];
        /** @description Since when the market refuses the credentials. */
        readonly refused_since: string | null;
        /** @description Since when the market does not answer. */
        readonly failing_since: string | null;
      }[];
      /** @description Apps with open appeals. */
      readonly appeals: readonly {
        readonly appid: string;
        readonly count: number;
      }[];
      /** @description Apps with refunds and other actions that wait for a second person. */
      readonly actions: readonly {
        readonly appid: string;
        readonly count: number;
      }[];
      /** @description Open alerts that nobody has acknowledged. */
      readonly alerts: number;
    };
    readonly AuditRecord: {
      readonly audit_id: string;
      /** @description Time of the change, in UTC. */
      readonly at: string;
      /** @enum {unknown} */
      readonly actor_kind: 'admin' | 'console' | 'cli' | 'system';
      /** @description Name of the admin token, or e-mail address of the user. Masked for callers who may not see members. */
      readonly actor: string;
      /** @description Noun and verb, such as `project.create`. */
      readonly action: string;
      readonly game_index: number | null;
      /** @description The changed resource, as a path below `/admin/v1`. */
      readonly target: string;
      /** @description The values before the change, or null. */
      readonly before: unknown;
      /** @description The values after the change, or null. */
      readonly after: unknown;
    };
    /** @description `webhook-id` of the batch. */
    readonly BatchId: string;
    readonly BulkJob: {
      readonly job_id: string;
      readonly appid: string;
      /** @enum {unknown} */
      readonly action: 'restrict' | 'release';
      /** @enum {unknown} */
      readonly state: 'reading' | 'ready' | 'running' | 'done';
      readonly skip_blocked: boolean;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Missing for `login`. */
      readonly scope?: string;
      readonly comment: string | null;
      /** @description Who uploaded it, applied it or made the call. */
      readonly actor: string;
      /** @description `console`, `admin`, `cli`, or `client` for an app server. */
      readonly actor_kind: string;
      /** @description The job that this one undoes. */
      readonly undoes: string | null;
      readonly total: number;
      readonly done: number;
      /** @description Dry run at upload: number of rows by result. */
      readonly verdicts: {
        readonly new?: number;
        readonly changed?: number;
        readonly already_restricted?: number;
        readonly unknown_type?: number;
        readonly release?: number;
        readonly not_restricted?: number;
        readonly changed_since?: number;
        readonly not_allowed?: number;
        readonly invalid?: number;
      };
      /** @description Rows applied so far, by result. */
      readonly results: {
        readonly registered?: number;
        readonly changed?: number;
        readonly released?: number;
        readonly unchanged?: number;
        readonly not_restricted?: number;
        readonly changed_since?: number;
        readonly unknown_type?: number;
        readonly not_allowed?: number;
        readonly invalid?: number;
      };
      readonly created_at: string;
      readonly finished_at: string | null;
    };
    readonly BulkRow: {
      readonly row: number;
      readonly player_id: (number | string) | null;
      readonly status: string | null;
      readonly block_type: number | null;
      readonly start_date: string | null;
      readonly end_date: string | null;
      /** @enum {unknown} */
      readonly verdict:
        | 'new'
        | 'changed'
        | 'already_restricted'
        | 'unknown_type'
        | 'release'
        | 'not_restricted'
        | 'changed_since'
        | 'not_allowed'
        | 'invalid';
      readonly reason: string | null;
      readonly result:
        | (
            | 'registered'
            | 'changed'
            | 'released'
            | 'unchanged'
            | 'not_restricted'
            | 'changed_since'
            | 'unknown_type'
            | 'not_allowed'
            | 'invalid'
          )
        | null;
    };
    readonly CertificationKey: {
      readonly key_id: string;
      /** @description The last characters of the secret. */
      readonly hint: string;
      readonly created_at: string;
      /** @description When it stops working, or null. */
      readonly expires_at: string | null;
    };
    readonly ClientCredentials: {
      readonly client_id: string;
      /** @description The secret. It is shown only once. */
      readonly client_secret: string;
    };
    readonly Cohorts: {
      readonly time_zone: string;
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      readonly items: readonly {
        /** @description Of the first payment, such as `2026-11`. */
        readonly month: string;
        /** @description Who first paid in it. */
        readonly subscribers: number;
        /** @description Of these, who paid for the day 1, 2, 3 … months later. Only months that have passed for all of them. */
        readonly retained: readonly number[];
        /** @description By currency, for the months of `retained`. */
        readonly lifetime: readonly {
          readonly currency: string;
          /** @description What they paid in their first 1, 2, 3 … months, less refunds and disputes. */
          readonly net: readonly string[];
          /** @description Of the subscribers, those who have paid in this currency. */
          readonly paid_by: number;
          /** @description `net` by `paid_by`, rounded half up: the lifetime value so far. */
          readonly per_subscriber: readonly string[];
        }[];
      }[];
    };
    readonly ConfigurationDrift: {
      readonly applied_at: string | null;
      readonly applied_by: string | null;
      /** @description What applying the file once more would change. */
      readonly changes: readonly {
        /** @description Such as `apps/skyraid/products/gems.100`. */
        readonly target: string;
        /** @enum {unknown} */
        readonly action: 'add' | 'change' | 'remove';
        readonly fields: readonly {
          readonly field: string;
          /** @description Of a secret, where it lies. Missing: there is none. */
          readonly from?: unknown;
          /** @description Of a secret, where it lies. Missing: there is none. */
          readonly to?: unknown;
        }[];
      }[];
    };
    readonly ConfigurationOfApp: {
      readonly appid: components['schemas']['Appid'];
      readonly name: components['schemas']['Name'];
      /** @description IANA time zone of restriction dates, such as `Asia/Seoul`. */
      readonly time_zone?: string;
      readonly consent?: components['schemas']['ConsentSwitch'];
      readonly servers?: readonly {
        readonly server_id: components['schemas']['ServerId'];
        readonly name: components['schemas']['Name'];
      }[];
      readonly products?: readonly {
        readonly product_id: components['schemas']['ProductId'];
        readonly name: components['schemas']['Name'];
        /**
         * @description `consumable` can be bought again, `permanent` is bought once and owned, `subscription` is owned while it runs.
         * @default consumable
         * @enum {unknown}
         */
        readonly kind?: 'consumable' | 'permanent' | 'subscription';
        /**
         * @description For a consumable at markets with the choice: what Tollgate does there after it records the purchase, instead of the setting of the app. Permanent products and subscriptions are always acknowledged.
         * @enum {unknown}
         */
        readonly after_verify?: 'acknowledge' | 'consume';
        /** @description One price per currency. */
        readonly prices: readonly components['schemas']['Price'][];
        /** @description Steam item id. */
        readonly steam_item_id?: number;
        /**
         * @description Whether PG orders may have a custom amount: `off`, `opaque` (any amount that the client sends, with a key of your own) or `signed` (only amounts that the app server signed with a custom price key).
         * @default off
         * @enum {unknown}
         */
        readonly custom_price?: 'off' | 'opaque' | 'signed';
        /** @description Description per language. */
        readonly descriptions?: {
          readonly [key: string]: string;
        };
      }[];
      readonly types?: readonly {
        /**
         * @description `O` operations policy restriction, `N` temporary restriction.
         * @enum {unknown}
         */
        readonly type_status: 'O' | 'N';
        /** @description Type name in Korean, at most 200 bytes. */
        readonly type_name: string;
        /** @description Type name in English, at most 200 bytes. */
        readonly type_en_name: string;
        /** @description One entry per language; `ko` and `en` are required. */
        readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
        /** @description True where restricted players may appeal. */
        readonly appeals?: boolean;
        /** @description Ready answers to appeals: at most one for each decision and language. */
        readonly appeal_answers?: readonly components['schemas']['ReadyAnswer'][];
        /** @description 2 for the second type with the same English name, and so on. */
        readonly same_name?: number;
      }[];
      readonly markets?: readonly {
        readonly market: components['schemas']['Market'];
        readonly settings: {
          readonly [key: string]: unknown;
        };
        readonly secrets?: {
          readonly [key: string]: string;
        };
      }[];
      readonly rules?: readonly {
        readonly name: components['schemas']['Name'];
        readonly when: components['schemas']['MeasureWhen'];
        readonly unless?: components['schemas']['MeasureUnless'];
        readonly until?: components['schemas']['MeasureUntil'];
        readonly state?: components['schemas']['MeasureState'];
        readonly measure: {
          /**
           * @description `flag`: only show the player to operators.
           * @enum {unknown}
           */
          readonly action: 'restrict' | 'flag';
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /** @description How long: the first time, the second time, and so on; the last one repeats. Each has `period_days` or `permanent`. Required with `restrict`. */
          readonly steps?: readonly {
            readonly period_days?: number;
            /** @enum {boolean} */
            readonly permanent?: true;
          }[];
          /**
           * @description Tell the app server by an event.
           * @default true
           */
          readonly event?: boolean;
          /**
           * @description `flag`: also flag players who have logged in on the same devices.
           * @default ignore
           * @enum {unknown}
           */
          readonly same_device?: 'ignore' | 'flag';
          /** @description English name of the restriction type; `Cheating (2)` for the second one with that name. */
          readonly type?: string;
        };
      }[];
      readonly dispute_texts?: readonly {
        /** @description Language of the texts, such as `en` or `ko`. */
        readonly language: string;
        /** @description The refund policy, as buyers read it. */
        readonly refund_policy?: string;
        /** @description When and where buyers were shown it before they paid. */
        readonly refund_policy_shown?: string;
        /** @description The cancellation policy, as buyers read it. */
        readonly cancellation_policy?: string;
        /** @description When and where buyers were shown it before they paid. */
        readonly cancellation_policy_shown?: string;
        /** @description What matters of the terms of service. */
        readonly terms?: string;
        /** @description How buyers accepted them. */
        readonly terms_shown?: string;
      }[];
    };
    readonly ConfigurationOfProject: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly name: components['schemas']['Name'];
      /** @description Whether everyone in the project needs a second factor. */
      readonly require_second_factor?: boolean;
      /** @description When alerts open. */
      readonly alert_settings?: {
        /**
         * @description Kinds that open no alerts in this project.
         * @default []
         */
        readonly off?: readonly components['schemas']['AlertKind'][];
        /**
         * @description Minutes without an answer before a market counts as down.
         * @default 5
         */
        readonly market_down_minutes?: number;
        /**
         * @description Refunds within about three hours below which nothing opens.
         * @default 10
         */
        readonly refund_minimum?: number;
        /**
         * @description How many times the usual number of refunds is a spike.
         * @default 3
         */
        readonly refund_factor?: number;
        /**
         * @description Refused verifications within about three hours below which nothing opens.
         * @default 20
         */
        readonly failure_minimum?: number;
        /**
         * @description How many times the usual share of refusals is too many.
         * @default 3
         */
        readonly failure_factor?: number;
        /**
         * @description How many days before its end a token is reported.
         * @default 7
         */
        readonly expiry_days?: number;
        /**
         * @description Days that an appeal may wait for a decision.
         * @default 3
         */
        readonly appeal_days?: number;
        /**
         * @description How many days before its deadline an unanswered dispute is reported.
         * @default 3
         */
        readonly dispute_days?: number;
      };
      /** @description How appeals are treated. */
      readonly appeal_settings?: {
        /** @description Who made or changed a restriction cannot decide the appeal against it. */
        readonly second_person?: boolean;
        /** @description Days after a decision until the player may appeal again. Null: once for each restriction. */
        readonly again_after_days?: number | null;
      };
      /** @description Who may act after the sale, and how much. */
      readonly action_settings?: {
        /** @description Operators may act, too. Otherwise only admins and owners. */
        readonly operators?: boolean;
        /** @description Actions of one person within 24 hours. Null: any number. */
        readonly daily_actions?: number | null;
        /** @description Refunds of one person within 24 hours, by currency. Where there are some, refunds in other currencies are refused. */
        readonly daily_amounts?: readonly {
          /** @description Exact decimal, as text. */
          readonly amount: string;
          readonly currency: string;
        }[];
        /** @description A larger refund needs a second person, by currency. Where there are some, every refund in another currency needs one. */
        readonly second_person_above?: readonly {
          /** @description Exact decimal, as text. */
          readonly amount: string;
          readonly currency: string;
        }[];
      };
      readonly scopes?: readonly {
        /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
        readonly scope: string;
        /** @description Name by language; `ko` and `en` are required. English stands for the others. */
        readonly names: {
          readonly ko?: string;
          readonly en?: string;
          readonly ja?: string;
          readonly 'zh-hans'?: string;
          readonly 'zh-hant'?: string;
          readonly de?: string;
          readonly fr?: string;
          readonly ru?: string;
          readonly es?: string;
          readonly pt?: string;
          readonly id?: string;
          readonly th?: string;
          readonly vi?: string;
          readonly it?: string;
          readonly tr?: string;
          readonly ar?: string;
          readonly tl?: string;
        };
      }[];
      readonly alert_channels?: readonly {
        /**
         * @description `email`: an address. `slack`: a URL that takes `{"text"}`. `discord`: a URL that takes `{"content"}`.
         * @enum {unknown}
         */
        readonly kind: 'email' | 'slack' | 'discord';
        /** @description Host and last characters of a webhook, to know it without its URL. */
        readonly hint?: string;
        /** @description E-mail address, or where the URL of the webhook lies (`env:`, `file:`). */
        readonly target: string;
        readonly language?: components['schemas']['TextLanguage'];
      }[];
      readonly receivers?: readonly {
        readonly channel: components['schemas']['ReceiverId'];
        /** @description https URL that receives the messages; http only with `TOLLGATE_ALLOW_PRIVATE_TARGETS`. */
        readonly url: string;
        /**
         * @description Where a secret lies: `env:NAME`, or `file:path`, relative to the configuration file.
         * @example env:GAME_SERVER_KEY
         */
        readonly key?: string;
        /**
         * @description Where a secret lies: `env:NAME`, or `file:path`, relative to the configuration file.
         * @example env:GAME_SERVER_KEY
         */
        readonly bearer?: string;
        /** @description Channel `purchase`: also send the events `restriction.*`. Default: as it is, at first `false`. */
        readonly restriction_events?: boolean;
        /** @description Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all. */
        readonly events?: readonly string[];
        /** @description Only messages about these apps. Empty: all. */
        readonly apps?: readonly string[];
        /** @description Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all. */
        readonly markets?: readonly string[];
      }[];
      readonly apps?: readonly components['schemas']['ConfigurationOfApp'][];
    };
    readonly ConsentDownload: {
      /** @description Hash of the id, which is not stored. */
      readonly download: string;
      /**
       * @description The app transaction of the App Store, or an install of Google Play or Amazon.
       * @enum {unknown}
       */
      readonly kind: 'app_transaction' | 'install';
      /**
       * @description `linked`: nothing was withdrawn; `withdrawn`; `restricted`: withdrawn, and the player was restricted for it; `restored`: given again.
       * @enum {unknown}
       */
      readonly state: 'linked' | 'withdrawn' | 'restricted' | 'restored';
      /** @description The store that said something about it. */
      readonly provider: string | null;
      /** @description When the store said so, by its clock. */
      readonly said_at: string | null;
      /** @description The first login of the player from it. */
      readonly linked_at: string;
      readonly changed_at: string;
    };
    readonly ConsentImportReport: {
      readonly dry_run: boolean;
      /** @description All lines below the header. */
      readonly lines: number;
      /** @description Lines that say something new. */
      readonly new: number;
      /** @description Lines that were imported before, or are older than what is known. */
      readonly unchanged: number;
      /** @description Lines that cannot be read. The others are imported all the same. */
      readonly refused: number;
      /** @description Players who have logged in from the downloads of the new lines. */
      readonly players: number;
      /** @description The first 100 refused lines. */
      readonly refusals: readonly {
        /** @description Number of the line in the file. */
        readonly line: number;
        /** @enum {unknown} */
        readonly problem: 'id' | 'no_time' | 'time' | 'state' | 'future' | 'contradiction';
        readonly reason: string;
      }[];
    };
    readonly ConsentSettings: {
      /** @description Restricts players whose consent was withdrawn until it is given again. Without it, the app server gets the events alone. */
      readonly restrict: boolean;
      /** @description The restriction type of these players. */
      readonly block_type: number | null;
      /** @description True where the type was deleted: nobody is restricted. Switch it on again to add it again. */
      readonly type_missing?: boolean;
    };
    readonly ConsentSwitch: {
      /** @description Restricts players whose consent was withdrawn until it is given again. Without it, the app server gets the events alone. */
      readonly restrict: boolean;
    };
    readonly CreatedAdminToken: {
      readonly token_id: string;
      readonly name: components['schemas']['Name'];
      readonly scope: components['schemas']['Scope'];
      /** @description Null for every project. */
      readonly projects: readonly components['schemas']['GameIndex'][] | null;
      readonly limits?: components['schemas']['RestrictionLimits'];
      /** @description Who created it. */
      readonly created_by: string;
      readonly created_at: string;
      /** @description Last use, to the minute. */
      readonly last_used_at: string | null;
      readonly expires_at: string | null;
      /** @description The token. It is shown only once. */
      readonly token: string;
    };
    readonly CredentialCheck: {
      readonly ok: boolean;
      /**
       * @description Result of the check. Codes are stable; the text may change.
       * @enum {unknown}
       */
      readonly code:
        | 'accepted'
        | 'no_api_key'
        | 'sandbox_only'
        | 'no_licence_key'
        | 'incomplete'
        | 'unreadable_secret'
        | 'refused'
        | 'unknown_app'
        | 'missing_right'
        | 'no_webhook_secret'
        | 'wrong_mode'
        | 'unchecked';
      /** @description The values that the text mentions. */
      readonly details: {
        /** @description Settings and secrets that are not set. */
        readonly missing?: readonly string[];
        /** @description The secret that Tollgate cannot parse. */
        readonly secret?: string;
        /** @description The market's own message. */
        readonly reason?: string;
        /**
         * @description The missing permission at Google Play.
         * @enum {unknown}
         */
        readonly right?: 'view_orders' | 'manage_orders';
        /**
         * @description The mode of the key.
         * @enum {unknown}
         */
        readonly mode?: 'live' | 'test';
        /** @description Id of the app at the market. */
        readonly app?: string;
      };
      /** @description The result in one sentence. */
      readonly text: string;
    };
    readonly DeadLetter: {
      readonly batch_id: components['schemas']['BatchId'];
      readonly url: string;
      readonly messages: number;
      readonly attempts: number;
      /** @description UTC. */
      readonly created_at: string;
      /** @description UTC. */
      readonly died_at: string;
    };
    readonly DeadLetterRecord: {
      readonly batch_id: components['schemas']['BatchId'];
      readonly url: string;
      readonly messages: number;
      readonly attempts: number;
      /** @description UTC. */
      readonly created_at: string;
      /** @description UTC. */
      readonly died_at: string;
      /** @description The body as sent. */
      readonly body: string;
    };
    readonly Debt: Shared['schemas']['Debt'];
    readonly DebtPurchase: Shared['schemas']['DebtPurchase'];
    readonly Dispute: {
      readonly dispute_id: string;
      /** @enum {unknown} */
      readonly gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL';
      readonly order_id: string;
      /** @description Null after an erasure. */
      readonly player_id: (number | string) | null;
      /**
       * @description `open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
       * @enum {unknown}
       */
      readonly state: 'open' | 'sent' | 'won' | 'lost' | 'closed';
      /** @description The bank only asks; no money has moved. */
      readonly inquiry: boolean;
      /** @description In the gateway's word, such as `fraudulent`. */
      readonly reason: string | null;
      /** @description Code of the card network, such as `10.4`. */
      readonly network_reason: string | null;
      /** @description Disputed, exact decimal as text; in the currency of the bank. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description UTC, ISO 8601. */
      readonly opened_at: string;
      /** @description Until when the bank takes evidence; null where the gateway does not say. */
      readonly due_at: string | null;
      /** @description When Tollgate learned of the end. */
      readonly decided_at: string | null;
      /** @description Whether the bank was given evidence. */
      readonly answered: boolean;
      /** @description Whether Tollgate sends evidence. False: answer in the dashboard of the gateway. */
      readonly answer_here: boolean;
      /**
       * @description `under_way`: Tollgate sends the evidence and settles what came of it. `refused`: it was certainly not sent; `refusal` says why.
       * @enum {unknown}
       */
      readonly sending: 'unsent' | 'under_way' | 'sent' | 'refused';
    };
    readonly DisputeDraft: {
      /** @description Of the draft that was read. */
      readonly version: number;
      readonly evidence: components['schemas']['DisputeEvidence'];
    };
    /** @description Texts by the gateway's names of the fields; at most 150,000 characters in all. */
    readonly DisputeEvidence: {
      /** @description At most 20,000 characters. */
      readonly uncategorized_text?: string;
      /** @description At most 20,000 characters. */
      readonly product_description?: string;
      /** @description At most 20,000 characters. */
      readonly service_date?: string;
      /** @description At most 20,000 characters. */
      readonly access_activity_log?: string;
      /** @description At most 20,000 characters. */
      readonly refund_policy_disclosure?: string;
      /** @description At most 20,000 characters. */
      readonly refund_refusal_explanation?: string;
      /** @description At most 20,000 characters. */
      readonly cancellation_policy_disclosure?: string;
      /** @description At most 20,000 characters. */
      readonly cancellation_rebuttal?: string;
      /** @description At most 20,000 characters. */
      readonly duplicate_charge_explanation?: string;
      /** @description At most 20,000 characters. */
      readonly duplicate_charge_id?: string;
      /** @description At most 20,000 characters. */
      readonly customer_name?: string;
      /** @description At most 20,000 characters. */
      readonly customer_email_address?: string;
      /** @description At most 20,000 characters. */
      readonly customer_purchase_ip?: string;
      /** @description At most 20,000 characters. */
      readonly billing_address?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly customer_communication?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly receipt?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly refund_policy?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly cancellation_policy?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly service_documentation?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly duplicate_charge_documentation?: string;
      /** @description Id of a file that was uploaded at the gateway. */
      readonly uncategorized_file?: string;
    };
    readonly DisputeFacts: {
      /** @description Null while no app server has verified the payment. */
      readonly service_transaction_id: string | null;
      readonly product_id: string;
      readonly product_name: string | null;
      readonly quantity: number;
      readonly amount: string;
      readonly currency: string;
      readonly account_uuid: string;
      /** @description Of the buyer, as verified. */
      readonly language: string | null;
      /** @description UTC, ISO 8601. */
      readonly ordered_at: string;
      readonly paid_at: string | null;
      readonly delivery: ('delivered' | 'cancelled' | 'clawed_back') | null;
      readonly delivered_at: string | null;
      /** @description Whether a refund of the payment is on record. */
      readonly refunded: boolean;
      /** @description From a month before the purchase, nearest to it; at most 100. */
      readonly logins: readonly {
        /**
         * Format: int64
         * @description Device. A 64-bit integer: a double would lose digits.
         */
        readonly did: number | string;
        /** @description UTC, ISO 8601. */
        readonly at: string;
        /** @description Null while it lasts. */
        readonly until: string | null;
      }[];
      /** @description Of the account, neither disputed nor refunded. */
      readonly earlier_purchases: number;
      readonly earlier_amounts: readonly {
        readonly currency: string;
        readonly amount: string;
      }[];
      /** @description What would make the evidence stronger. */
      readonly missing: readonly (
        | 'not_verified'
        | 'not_delivered'
        | 'no_logins'
        | 'no_product_description'
        | 'no_refund_policy'
      )[];
    };
    readonly DisputeFigures: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description Always true: disputes are counted when asked. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description In the order of time; periods in which nothing happened are left out. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description Reason or gateway; null without `by`, and for an unknown reason. */
        readonly value: string | null;
        /** @description Opened in the period; inquiries that took no money are left out. */
        readonly disputes: number;
        /** @description Of these, answered in time. */
        readonly answered: number;
        /** @description Of these, not decided yet. */
        readonly open: number;
        /** @description Of these, won by now. */
        readonly won: number;
        /** @description Of these, lost by now. */
        readonly lost: number;
        /** @description `won` by `won` and `lost`; null while none is decided. */
        readonly win_rate: string | null;
        /** @description By currency of the bank. */
        readonly amounts: readonly {
          readonly currency: string;
          /** @description All that was disputed. */
          readonly disputed: string;
          /** @description Of that, won back. */
          readonly won: string;
          /** @description Of that, lost. */
          readonly lost: string;
        }[];
      }[];
      readonly totals: readonly {
        /** @description Reason or gateway; null without `by`, and for an unknown reason. */
        readonly value: string | null;
        /** @description Opened in the period; inquiries that took no money are left out. */
        readonly disputes: number;
        /** @description Of these, answered in time. */
        readonly answered: number;
        /** @description Of these, not decided yet. */
        readonly open: number;
        /** @description Of these, won by now. */
        readonly won: number;
        /** @description Of these, lost by now. */
        readonly lost: number;
        /** @description `won` by `won` and `lost`; null while none is decided. */
        readonly win_rate: string | null;
        /** @description By currency of the bank. */
        readonly amounts: readonly {
          readonly currency: string;
          /** @description All that was disputed. */
          readonly disputed: string;
          /** @description Of that, won back. */
          readonly won: string;
          /** @description Of that, lost. */
          readonly lost: string;
        }[];
      }[];
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description In the order of time; periods in which nothing happened are left out. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description Reason or gateway; null without `by`, and for an unknown reason. */
          readonly value: string | null;
          /** @description Opened in the period; inquiries that took no money are left out. */
          readonly disputes: number;
          /** @description Of these, answered in time. */
          readonly answered: number;
          /** @description Of these, not decided yet. */
          readonly open: number;
          /** @description Of these, won by now. */
          readonly won: number;
          /** @description Of these, lost by now. */
          readonly lost: number;
          /** @description `won` by `won` and `lost`; null while none is decided. */
          readonly win_rate: string | null;
          /** @description By currency of the bank. */
          readonly amounts: readonly {
            readonly currency: string;
            /** @description All that was disputed. */
            readonly disputed: string;
            /** @description Of that, won back. */
            readonly won: string;
            /** @description Of that, lost. */
            readonly lost: string;
          }[];
        }[];
        readonly totals: readonly {
          /** @description Reason or gateway; null without `by`, and for an unknown reason. */
          readonly value: string | null;
          /** @description Opened in the period; inquiries that took no money are left out. */
          readonly disputes: number;
          /** @description Of these, answered in time. */
          readonly answered: number;
          /** @description Of these, not decided yet. */
          readonly open: number;
          /** @description Of these, won by now. */
          readonly won: number;
          /** @description Of these, lost by now. */
          readonly lost: number;
          /** @description `won` by `won` and `lost`; null while none is decided. */
          readonly win_rate: string | null;
          /** @description By currency of the bank. */
          readonly amounts: readonly {
            readonly currency: string;
            /** @description All that was disputed. */
            readonly disputed: string;
            /** @description Of that, won back. */
            readonly won: string;
            /** @description Of that, lost. */
            readonly lost: string;
          }[];
        }[];
      } | null;
    };
    readonly DisputeRecord: {
      readonly dispute_id: string;
      /** @enum {unknown} */
      readonly gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL';
      readonly order_id: string;
      /** @description Null after an erasure. */
      readonly player_id: (number | string) | null;
      /**
       * @description `open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
       * @enum {unknown}
       */
      readonly state: 'open' | 'sent' | 'won' | 'lost' | 'closed';
      /** @description The bank only asks; no money has moved. */
      readonly inquiry: boolean;
      /** @description In the gateway's word, such as `fraudulent`. */
      readonly reason: string | null;
      /** @description Code of the card network, such as `10.4`. */
      readonly network_reason: string | null;
      /** @description Disputed, exact decimal as text; in the currency of the bank. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description UTC, ISO 8601. */
      readonly opened_at: string;
      /** @description Until when the bank takes evidence; null where the gateway does not say. */
      readonly due_at: string | null;
      /** @description When Tollgate learned of the end. */
      readonly decided_at: string | null;
      /** @description Whether the bank was given evidence. */
      readonly answered: boolean;
      /** @description Whether Tollgate sends evidence. False: answer in the dashboard of the gateway. */
      readonly answer_here: boolean;
      /**
       * @description `under_way`: Tollgate sends the evidence and settles what came of it. `refused`: it was certainly not sent; `refusal` says why.
       * @enum {unknown}
       */
      readonly sending: 'unsent' | 'under_way' | 'sent' | 'refused';
      /** @description Of the draft; send it back with a change. */
      readonly version: number;
      /** @description Null until somebody has begun one. */
      readonly draft: components['schemas']['DisputeEvidence'] | null;
      readonly edited_at: string | null;
      readonly edited_by: string | null;
      /** @description Exactly what was sent, or is being sent. */
      readonly sent: components['schemas']['SentEvidence'] | null;
      /** @description Null when the order is gone. */
      readonly facts: components['schemas']['DisputeFacts'] | null;
    };
    readonly DisputeSend: {
      /** @description Of the draft that was read, so that exactly that is sent. */
      readonly version: number;
    };
    readonly DisputeTexts: {
      /** @description Language of the texts, such as `en` or `ko`. */
      readonly language: string;
      /** @description The refund policy, as buyers read it. */
      readonly refund_policy?: string;
      /** @description When and where buyers were shown it before they paid. */
      readonly refund_policy_shown?: string;
      /** @description The cancellation policy, as buyers read it. */
      readonly cancellation_policy?: string;
      /** @description When and where buyers were shown it before they paid. */
      readonly cancellation_policy_shown?: string;
      /** @description What matters of the terms of service. */
      readonly terms?: string;
      /** @description How buyers accepted them. */
      readonly terms_shown?: string;
    };
    readonly DisputeTextsInput: {
      /** @description The refund policy, as buyers read it. */
      readonly refund_policy?: string;
      /** @description When and where buyers were shown it before they paid. */
      readonly refund_policy_shown?: string;
      /** @description The cancellation policy, as buyers read it. */
      readonly cancellation_policy?: string;
      /** @description When and where buyers were shown it before they paid. */
      readonly cancellation_policy_shown?: string;
      /** @description What matters of the terms of service. */
      readonly terms?: string;
      /** @description How buyers accepted them. */
      readonly terms_shown?: string;
    };
    /** @description E-mail address. */
    readonly Email: string;
    readonly EncodingProblem: Shared['schemas']['EncodingProblem'];
    readonly Enrolment: {
      /** @description Base32 secret for an authenticator app. */
      readonly secret: string;
      /** @description The secret as a URL, for a QR code. */
      readonly otpauth_url: string;
    };
    readonly Environment: {
      /** @enum {unknown} */
      readonly environment: 'production' | 'sandbox';
      /** @description Console of the other environment. */
      readonly other: {
        /** @enum {unknown} */
        readonly environment: 'production' | 'sandbox';
        readonly url: string;
      } | null;
      /** @description Base URL for app servers and stores. Present if the admin API has a listener of its own. */
      readonly api_url?: string;
      /** @description True if a new password can be requested by e-mail. */
      readonly password_reset?: boolean;
      /** @description Issuers to sign in by (OpenID Connect). Absent if there are none. */
      readonly issuers?: readonly {
        readonly name: string;
        readonly label: string;
        readonly url: string;
      }[];
      /**
       * @description Who can sign in with a password: only owners of the installation, or nobody. Absent if everybody can.
       * @enum {unknown}
       */
      readonly password_sign_in?: 'owners' | 'off';
    };
    readonly Erasure: {
      /**
       * @description `none`: not requested, or done. `running`: rows are being erased. `waiting`: the rest follows when the restriction, order, bulk job or evidence that needs the player has ended.
       * @enum {unknown}
       */
      readonly state: 'none' | 'running' | 'waiting';
      /** @description Stands where the player stood, also in the audit log. */
      readonly erasure_id: string | null;
      readonly requested_at: string | null;
      /** @description What an erasure would change now. */
      readonly tables: readonly {
        readonly table: string;
        readonly rows: number;
        /**
         * @description `rewritten`: kept for bookkeeping, without the person.
         * @enum {unknown}
         */
        readonly erasure: 'deleted' | 'rewritten';
      }[];
      /** @description The restriction stays until it ends or is released, with the player id. */
      readonly restricted: boolean;
      /** @description They go on at the market. Renewals are recorded under the erasure id. */
      readonly active_subscriptions: number;
    };
    readonly ExchangeRate: {
      /** @description ISO 4217. */
      readonly currency: string;
      /** @description First day that it is for. It holds until the next day that has one. */
      readonly day: string;
      /** @description What one unit is worth in the reporting currency. */
      readonly rate: string;
    };
    readonly ExchangeRateInput: {
      /**
       * @description ISO 4217.
       * @example KRW
       */
      readonly currency: string;
      /**
       * @description `YYYY-MM-DD`, the first day that it is for.
       * @example 2026-11-01
       */
      readonly day: string;
      /**
       * @description More than 0, at most 9 digits before the point and 12 after it.
       * @example 0.00072
       */
      readonly rate: string;
    };
    readonly ExchangeRatesResult: {
      readonly rates: number;
    };
    readonly ExternalReport: {
      /**
       * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
       * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
       */
      readonly report_id: string;
      /**
       * @description The store that the sale is reported to.
       * @enum {unknown}
       */
      readonly market: 'APPLE' | 'GOOGLE';
      /**
       * @description `correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.
       * @enum {unknown}
       */
      readonly kind: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
      /**
       * @description `due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.
       * @enum {unknown}
       */
      readonly state: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
      /** @description Null for a token without a sale. */
      readonly order_id: string | null;
      /** @description Of the report. Null while it is not known. */
      readonly currency: string | null;
      /** @description With tax: of the sale, or given back. */
      readonly amount: string | null;
      /** @description Within the amount. */
      readonly tax: string | null;
      /** @description Of the buyer, in two letters. */
      readonly tax_country: string | null;
      /** @description A correction that takes the sale or refund back. */
      readonly is_void: boolean;
      /** @description UTC, ISO 8601. */
      readonly happened_at: string;
      /** @description The time limit of the store. */
      readonly report_by: string;
      /** @description UTC, ISO 8601. */
      readonly created_at: string;
      /** @description When the store took it. */
      readonly sent_at: string | null;
      /** @description Why it is refused, in the words of the store or of Tollgate. */
      readonly refusal: string | null;
    };
    readonly ExternalReportRecord: {
      /**
       * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
       * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
       */
      readonly report_id: string;
      /**
       * @description The store that the sale is reported to.
       * @enum {unknown}
       */
      readonly market: 'APPLE' | 'GOOGLE';
      /**
       * @description `correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.
       * @enum {unknown}
       */
      readonly kind: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
      /**
       * @description `due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.
       * @enum {unknown}
       */
      readonly state: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
      /** @description Null for a token without a sale. */
      readonly order_id: string | null;
      /** @description Of the report. Null while it is not known. */
      readonly currency: string | null;
      /** @description With tax: of the sale, or given back. */
      readonly amount: string | null;
      /** @description Within the amount. */
      readonly tax: string | null;
      /** @description Of the buyer, in two letters. */
      readonly tax_country: string | null;
      /** @description A correction that takes the sale or refund back. */
      readonly is_void: boolean;
      /** @description UTC, ISO 8601. */
      readonly happened_at: string;
      /** @description The time limit of the store. */
      readonly report_by: string;
      /** @description UTC, ISO 8601. */
      readonly created_at: string;
      /** @description When the store took it. */
      readonly sent_at: string | null;
      /** @description Why it is refused, in the words of the store or of Tollgate. */
      readonly refusal: string | null;
      /** @description Token of the visit, which the store knows. */
      readonly token: string;
      /** @description Line item at Apple. A correction has that of the report which it corrects. */
      readonly line_id: string;
      /** @description What one unit of the price is worth in the currency of the report. */
      readonly rate: string | null;
      /** @description What is sent, as the store gets it. Null before the first attempt. */
      readonly content: {
        readonly [key: string]: unknown;
      } | null;
      /** @description The purchase. Null while it is not recorded. */
      readonly service_transaction_id: string | null;
    };
    readonly FormerGateway: {
      /** @enum {unknown} */
      readonly gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL';
      readonly settings: {
        readonly [key: string]: unknown;
      };
      /** @description Names of the secrets that are kept. */
      readonly secrets_set: readonly string[];
      /** @description When the app changed to another gateway. */
      readonly replaced_at: string;
    };
    /** @description Project number. */
    readonly GameIndex: number;
    readonly Grant: {
      readonly grant_id: string;
      readonly account_uuid: string;
      readonly product_id: string;
      readonly reason: string;
      /** @description Name of the token, or e-mail address. */
      readonly granted_by: string;
      readonly granted_at: string;
      /** @description Null: for good. */
      readonly ends_at: string | null;
      readonly revoked_at: string | null;
    };
    readonly ImportItem: {
      /** @description Number of the line in its file. The outcome names it. */
      readonly line: number;
      /** @enum {unknown} */
      readonly outcome: 'new' | 'extended' | 'unchanged' | 'refused';
      /** @description The field that is wrong, if it is one field. */
      readonly field?: string;
      /** @description Why the line is refused. */
      readonly reason?: string;
      /** @description Number of the restriction type. */
      readonly block_type?: number;
      /** @description Id of the recorded purchase. */
      readonly service_transaction_id?: string;
    };
    readonly ImportReport: {
      readonly dry_run: boolean;
      readonly new: number;
      /** @description Restrictions that now last longer. */
      readonly extended: number;
      /** @description Lines that were imported before. */
      readonly unchanged: number;
      readonly refused: number;
      /** @description One per line, in their order. */
      readonly items: readonly components['schemas']['ImportItem'][];
    };
    readonly Invitation: {
      readonly invitation_id: string;
      readonly email: components['schemas']['Email'];
      /** @description Null for an invitation to become an owner of the installation. */
      readonly game_index: number | null;
      readonly role: components['schemas']['Role'];
      readonly limits?: components['schemas']['RestrictionLimits'];
      readonly invited_by: string;
      readonly created_at: string;
      readonly expires_at: string;
      /**
       * @description Whether the link was sent by e-mail. Absent where no e-mail is sent.
       * @enum {unknown}
       */
      readonly email_state?: 'waiting' | 'sent' | 'failed';
      /** @description Why the last attempt to send it failed. */
      readonly email_failure?: string;
    };
    readonly IssuerConnection: {
      /** @description Address of the issuer. */
      readonly issuer: string;
      /** @description Id of the account at the issuer. */
      readonly subject: string;
      readonly created_at: string;
    };
    readonly Language: Shared['schemas']['Language'];
    readonly ListTotal: {
      /** @description Number of entries, at most 10000. */
      readonly count: number;
      /** @description False: there are more, or may be. */
      readonly is_exact: boolean;
    };
    readonly Market: Shared['schemas']['Market'];
    readonly MarketRecord: {
      readonly appid: string;
      readonly market: components['schemas']['Market'];
      readonly settings: {
        readonly [key: string]: unknown;
      };
      /** @description Names of the secrets that are set. */
      readonly secrets_set: readonly string[];
      readonly updated_at: string;
      /** @description Present while the market refuses the credentials: what the last check found. A successful call or check ends it. */
      readonly refused?: {
        /** @description When it began. */
        readonly since: string;
        /** @description When it was last seen, to the hour. */
        readonly at: string;
        /** @description As in a check. */
        readonly code: string;
        /** @description As in a check. */
        readonly details: {
          readonly [key: string]: unknown;
        };
        /** @description What is wrong, in one sentence. */
        readonly text: string;
      };
      /** @description Present while the market has given no answer for a minute. */
      readonly failing_since?: string;
      /** @description Payment gateways that the app used before. Orders that were opened there are verified and refunded with these credentials. */
      readonly former?: readonly components['schemas']['FormerGateway'][];
    };
    readonly MeasureAmount: {
      /** @description Decimal number with no more decimals than the currency has. */
      readonly amount: string;
      /** @description ISO 4217 code. */
      readonly currency: string;
    };
    readonly MeasureCause: {
      readonly kind: components['schemas']['MeasureCauseKind'];
      readonly market: components['schemas']['Market'];
      readonly transaction_id: string;
      readonly service_transaction_id: string;
      readonly product_id: string;
      readonly amount: string | null;
      readonly currency: string | null;
      readonly at: string;
    };
    /**
     * @description `refund`: the market gave the money back. `chargeback`: a dispute is open or lost. `dispute_lost`: a dispute is lost. `undone_after_delivery`: any of these after the game reported the delivery.
     * @enum {unknown}
     */
    readonly MeasureCauseKind: 'refund' | 'chargeback' | 'dispute_lost' | 'undone_after_delivery';
    readonly MeasureDryRun: {
      readonly from: string;
      readonly to: string;
      /** @description Newest first, at most 1000. */
      readonly restricted: readonly components['schemas']['MeasureDryRunPlayer'][];
      /** @description Newest first, at most 1000. */
      readonly flagged: readonly components['schemas']['MeasureDryRunPlayer'][];
      /** @description Every day of the range, in the app's time zone. */
      readonly days: readonly {
        readonly day: string;
        readonly restricted: number;
        readonly flagged: number;
      }[];
      readonly totals: {
        readonly restricted: number;
        readonly flagged: number;
        /** @description Different players, or accounts without one. */
        readonly players: number;
        /** @description Consequences that an exemption would have prevented. */
        readonly exempt: number;
        /** @description Undone purchases that were looked at. */
        readonly undone: number;
      };
      /** @description There are more: the lists are shortened, or old purchases left out. */
      readonly is_cut: boolean;
    };
    /** @description `rule_id` of a rule, or a whole `rule`. */
    readonly MeasureDryRunInput: {
      /** @description Id of the rule. */
      readonly rule_id?: string;
      readonly rule?: components['schemas']['MeasureRuleInput'];
      /**
       * @description How far to look back.
       * @default 90
       */
      readonly days?: number;
    };
    readonly MeasureDryRunPlayer: {
      /** @description Null while no login has named the account of the purchases. */
      readonly player_id: (number | string) | null;
      readonly account_uuid: string;
      /** @description When the last of the causes was reported. */
      readonly at: string;
      readonly step: number | null;
      /** @description Null: permanent, or a flag. */
      readonly until: string | null;
      readonly causes: readonly components['schemas']['MeasureCause'][];
    };
    readonly MeasureEffect: {
      readonly effect_id: string;
      readonly rule_id: string;
      readonly rule_name: string;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      readonly status: components['schemas']['MeasureEffectStatus'];
      /** @description Why it is only a flag: the rule is in `watch`, it only flags, the player was restricted already by somebody else, the player has logged in on a device of a restricted one, the restriction type was deleted, or the player bought the product again without paying what is owed. Null for a restriction. */
      readonly flag:
        | (
            | 'watch'
            | 'rule'
            | 'restricted_by_person'
            | 'same_device'
            | 'type_missing'
            | 'paid_differently'
          )
        | null;
      /** @description Of the escalation, from 1. */
      readonly step: number | null;
      readonly block_type: number | null;
      readonly since: string;
      /** @description Null: permanent, or a flag. */
      readonly until: string | null;
      /** @description It ends when the purchases are paid again. */
      readonly paid_again: boolean;
      /** @description Number in the history of restrictions. */
      readonly restriction_seq: number | null;
      readonly causes: readonly components['schemas']['MeasureCause'][];
      /** @description The effect that a flag is about: on the player with the same device, or on the player who bought again. */
      readonly source_effect_id: string | null;
      readonly ended_at: string | null;
      readonly end_reason: ('time_over' | 'paid_again' | 'undone' | 'operator') | null;
      readonly closed_by: string | null;
      readonly note: string | null;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Missing for `login`. */
      readonly scope?: string;
    };
    /**
     * @description `flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.
     * @enum {unknown}
     */
    readonly MeasureEffectStatus: 'flagged' | 'active' | 'lifted' | 'over' | 'released';
    readonly MeasureExempt: {
      /** @description Players that the rule leaves alone. */
      readonly player_ids: readonly components['schemas']['PlayerId'][];
    };
    readonly MeasureListedRule: {
      readonly rule_id: string;
      readonly name: string;
      readonly state: components['schemas']['MeasureState'];
      readonly when: components['schemas']['MeasureWhen'];
      readonly unless: components['schemas']['MeasureUnless'];
      readonly measure: components['schemas']['MeasureTaken'];
      readonly until: components['schemas']['MeasureUntil'];
      /** @description Refunds and disputes of before do not count. */
      readonly since: string;
      readonly created_at: string;
      readonly changed_at: string;
      /** @description How often it restricted and flagged players in the past 30 days. */
      readonly recent: {
        readonly restricted: number;
        readonly flagged: number;
      };
      /** @description True when its restriction type was deleted: it only flags until it has another. */
      readonly type_missing: boolean;
    };
    readonly MeasureRule: {
      readonly rule_id: string;
      readonly name: string;
      readonly state: components['schemas']['MeasureState'];
      readonly when: components['schemas']['MeasureWhen'];
      readonly unless: components['schemas']['MeasureUnless'];
      readonly measure: components['schemas']['MeasureTaken'];
      readonly until: components['schemas']['MeasureUntil'];
      /** @description Refunds and disputes of before do not count. */
      readonly since: string;
      readonly created_at: string;
      readonly changed_at: string;
    };
    /** @description A part that is sent replaces the whole part. */
    readonly MeasureRuleChange: {
      readonly name?: components['schemas']['Name'];
      readonly when?: components['schemas']['MeasureWhen'];
      readonly unless?: components['schemas']['MeasureUnless'];
      readonly measure?: components['schemas']['MeasureTaken'];
      readonly until?: components['schemas']['MeasureUntil'];
      /** @description Players that the rule leaves alone. */
      readonly exempt?: readonly components['schemas']['PlayerId'][];
    };
    /** @description Without `state` it begins in `watch`. */
    readonly MeasureRuleInput: {
      readonly name: components['schemas']['Name'];
      readonly when: components['schemas']['MeasureWhen'];
      readonly unless?: components['schemas']['MeasureUnless'];
      readonly measure: components['schemas']['MeasureTaken'];
      readonly until?: components['schemas']['MeasureUntil'];
      /** @description Players that the rule leaves alone. */
      readonly exempt?: readonly components['schemas']['PlayerId'][];
      readonly state?: components['schemas']['MeasureState'];
    };
    /**
     * @description `watch`: only flags. `on`: does what the rule says. `off`: looks at nothing.
     * @enum {unknown}
     */
    readonly MeasureState: 'watch' | 'on' | 'off';
    readonly MeasureTaken: {
      /**
       * @description `flag`: only show the player to operators.
       * @enum {unknown}
       */
      readonly action: 'restrict' | 'flag';
      /** @description Restriction type. Required with `restrict`. */
      readonly block_type?: number;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
      readonly scope?: string;
      /** @description How long: the first time, the second time, and so on; the last one repeats. Each has `period_days` or `permanent`. Required with `restrict`. */
      readonly steps?: readonly {
        readonly period_days?: number;
        /** @enum {boolean} */
        readonly permanent?: true;
      }[];
      /**
       * @description Tell the app server by an event.
       * @default true
       */
      readonly event?: boolean;
      /**
       * @description `flag`: also flag players who have logged in on the same devices.
       * @default ignore
       * @enum {unknown}
       */
      readonly same_device?: 'ignore' | 'flag';
    };
    readonly MeasureUnless: {
      /** @description The first login or purchase is at least this many days before. */
      readonly older_than_days?: number;
      readonly spent_more_than?: components['schemas']['MeasureAmount'];
    };
    readonly MeasureUntil: {
      /**
       * @description The restriction ends when every refunded purchase is paid again.
       * @default false
       */
      readonly paid_again?: boolean;
    };
    /** @description How many purchases (`count`), or how much `money`, it takes. */
    readonly MeasureWhen: {
      readonly causes: readonly components['schemas']['MeasureCauseKind'][];
      /** @description Default: all. */
      readonly markets?: readonly components['schemas']['Market'][];
      /** @description Default: all. */
      readonly products?: readonly components['schemas']['ProductId'][];
      /** @description How many purchases it takes. Default: 1, unless `money` is set. */
      readonly count?: number;
      readonly money?: components['schemas']['MeasureAmount'];
      /**
       * @description Within how many days.
       * @default 30
       */
      readonly days?: number;
    };
    readonly Member: {
      readonly account_id: string;
      readonly email: components['schemas']['Email'];
      readonly role: components['schemas']['Role'];
      readonly limits?: components['schemas']['RestrictionLimits'];
      readonly second_factor: boolean;
      readonly disabled: boolean;
      /** @description Issuer whose groups give the role. The role counts only in sessions by this issuer and cannot be changed here; it can be removed once the issuer is no longer set. Absent for roles given by people. */
      readonly issuer?: string;
    };
    /** @description Display name, without control characters. */
    readonly Name: string;
    readonly NewCertificationKey: {
      readonly key_id: string;
      /** @description The key. It is shown only once. */
      readonly service_certification_key: string;
    };
    readonly NewInvitation: {
      readonly invitation_id: string;
      readonly email: components['schemas']['Email'];
      /** @description Null for an invitation to become an owner of the installation. */
      readonly game_index: number | null;
      readonly role: components['schemas']['Role'];
      readonly limits?: components['schemas']['RestrictionLimits'];
      readonly invited_by: string;
      readonly created_at: string;
      readonly expires_at: string;
      /**
       * @description Whether the link was sent by e-mail. Absent where no e-mail is sent.
       * @enum {unknown}
       */
      readonly email_state?: 'waiting' | 'sent' | 'failed';
      /** @description Why the last attempt to send it failed. */
      readonly email_failure?: string;
      /** @description Link for the invited person. It is shown only once. */
      readonly link: string;
    };
    readonly NewPriceKey: {
      readonly key_id: string;
      /** @description The key; its UTF-8 text signs with HMAC-SHA256. It is shown only once. */
      readonly price_key: string;
    };
    readonly NewProject: {
      readonly name: components['schemas']['Name'];
      readonly game_index?: components['schemas']['GameIndex'];
    };
    readonly Notice: {
      readonly appid: string;
      /** @enum {unknown} */
      readonly provider: 'APPLE' | 'GOOGLE' | 'PG' | 'ONESTORE' | 'AMAZON' | 'SAMSUNG' | 'CUSTOM';
      readonly notice_id: string;
      readonly kind: string;
      /**
       * @description `kept`: stored, but of a kind that changes nothing.
       * @enum {unknown}
       */
      readonly state: 'waiting' | 'applied' | 'kept' | 'failed';
      /** @description When the market sent it, by the market's clock. */
      readonly said_at: string;
      readonly received_at: string;
    };
    readonly NoticeRecord: {
      readonly appid: string;
      /** @enum {unknown} */
      readonly provider: 'APPLE' | 'GOOGLE' | 'PG' | 'ONESTORE' | 'AMAZON' | 'SAMSUNG' | 'CUSTOM';
      readonly notice_id: string;
      readonly kind: string;
      /**
       * @description `kept`: stored, but of a kind that changes nothing.
       * @enum {unknown}
       */
      readonly state: 'waiting' | 'applied' | 'kept' | 'failed';
      /** @description When the market sent it, by the market's clock. */
      readonly said_at: string;
      readonly received_at: string;
      /** @description The body as received. */
      readonly body: string;
    };
    readonly OauthClient: {
      readonly client_id: string;
      readonly game_index: components['schemas']['GameIndex'];
      readonly name: components['schemas']['Name'];
      readonly created_at: string;
      readonly secrets: readonly components['schemas']['SecretHint'][];
    };
    readonly OpenInvitation: {
      readonly email: components['schemas']['Email'];
      /** @description Name of the project. */
      readonly project: string | null;
      readonly role: components['schemas']['Role'];
      /** @description True: accept with the password of the account. False: choose a new password. */
      readonly has_account: boolean;
    };
    readonly Order: {
      readonly order_id: string;
      /** @enum {unknown} */
      readonly state: 'open' | 'charging' | 'paid' | 'failed';
      /**
       * Format: int64
       * @description Player who opened the order; 0 after the player was erased. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      readonly amount: string;
      readonly currency: string;
      readonly gateway: ('STRIPE' | 'PORTONE' | 'PAYPAL') | null;
      readonly steam_id: string | null;
      /** @description UTC, ISO 8601. */
      readonly opened_at: string;
      readonly paid_at: string | null;
      readonly closed_at: string | null;
      /** @description A payment that differed from the order. */
      readonly mismatch: components['schemas']['OrderMismatch'] | null;
    };
    readonly OrderMismatch: {
      /**
       * @description How the payment differs from the order.
       * @enum {unknown}
       */
      readonly reason: 'amount' | 'currency' | 'mode';
      /** @description What is wrong, and what to do. */
      readonly text: string;
      /** @description What was paid. */
      readonly amount: string;
      readonly currency: string;
      /** @description Whether it was paid with test money. */
      readonly test: boolean;
      /** @description The payment at the gateway. */
      readonly market_transaction_id: string | null;
      readonly found_at: string;
      /** @description Null while the payment is not refunded. */
      readonly refunded_at: string | null;
    };
    readonly OutboxState: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly channel: components['schemas']['ReceiverId'];
      /** @description Messages not delivered yet, counted up to 100000. */
      readonly waiting: number;
      /** @description Waiting messages that the receiver refused. Each is retried on its own schedule, and the others go on. */
      readonly refused: number;
      /** @description When the oldest message of the queue was written; refused messages do not count. */
      readonly oldest_at: string | null;
      readonly paused: boolean;
      /** @description A request is in progress. */
      readonly sending: boolean;
      readonly next_attempt_at: string | null;
      /** @description The next batch to deliver. */
      readonly batch: {
        readonly batch_id: components['schemas']['BatchId'];
        readonly messages: number;
        readonly attempts: number;
        /** @description UTC. */
        readonly created_at: string;
      } | null;
      readonly dead_letters: number;
    };
    readonly Overview: {
      readonly from: string;
      readonly to: string;
      /**
       * @description Hours or days in the app's time zone.
       * @enum {unknown}
       */
      readonly step: 'hour' | 'day';
      /** @description Current totals. */
      readonly now: readonly {
        /** @description Noun and verb, such as `restriction.registered`. */
        readonly metric: string;
        /** @description What the metric is split by, such as the restriction type. */
        readonly dimension: string;
        /** @description A count, or millionths of the currency for metrics that end in `.amount`. */
        readonly value: number;
      }[];
      /** @description Changes per step; steps without changes are left out. */
      readonly series: readonly {
        /** @description Noun and verb, such as `restriction.registered`. */
        readonly metric: string;
        /** @description What the metric is split by, such as the restriction type. */
        readonly dimension: string;
        readonly points: readonly {
          readonly at: string;
          /** @description A count, or millionths of the currency for metrics that end in `.amount`. */
          readonly value: number;
        }[];
      }[];
    };
    readonly Payers: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description Whole periods, in the order of time. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description Accounts with a purchase that was not free. */
        readonly payers: number;
        /** @description Of these, those who never paid before. */
        readonly first_payers: number;
        /** @description Those who paid more than once in the period. */
        readonly repeat_payers: number;
        /** @description `repeat_payers` by `payers`; null without payers. */
        readonly repeat_rate: string | null;
        readonly revenue: readonly {
          readonly currency: string;
          readonly gross: string;
          /** @description Accounts that paid in this currency. */
          readonly paid_by: number;
          /** @description `gross` by `paid_by`, rounded half up. */
          readonly per_payer: string | null;
        }[];
      }[];
      /** @description Of all periods together; each account counts once. */
      readonly range: {
        readonly payers: number;
        readonly first_payers: number;
      };
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description Whole periods, in the order of time. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description Accounts with a purchase that was not free. */
          readonly payers: number;
          /** @description Of these, those who never paid before. */
          readonly first_payers: number;
          /** @description Those who paid more than once in the period. */
          readonly repeat_payers: number;
          /** @description `repeat_payers` by `payers`; null without payers. */
          readonly repeat_rate: string | null;
          readonly revenue: readonly {
            readonly currency: string;
            readonly gross: string;
            /** @description Accounts that paid in this currency. */
            readonly paid_by: number;
            /** @description `gross` by `paid_by`, rounded half up. */
            readonly per_payer: string | null;
          }[];
        }[];
        /** @description Of all periods together; each account counts once. */
        readonly range: {
          readonly payers: number;
          readonly first_payers: number;
        };
      } | null;
      /** @description Of all time so far. */
      readonly lifetime: {
        readonly payers: number;
        readonly revenue: readonly {
          readonly currency: string;
          readonly net: string;
          /** @description Accounts that paid in this currency. */
          readonly paid_by: number;
          /** @description `net` by `paid_by`, rounded half up. */
          readonly per_payer: string | null;
        }[];
      };
    };
    readonly PlainError: Shared['schemas']['PlainError'];
    readonly Player: {
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      /** @description Of the login; null when the player can log in. */
      readonly restriction: components['schemas']['Restriction'] | null;
      /** @description Of all scopes, `login` first. Only while there is one of another scope. */
      readonly restrictions?: readonly components['schemas']['Restriction'][];
      /** @description Devices that the restriction includes; missing without any. */
      readonly with_devices?: readonly (number | string)[];
      /** @description Devices that are restricted with another player; missing without any. */
      readonly by_device?: readonly {
        /**
         * Format: int64
         * @description Device of this player. A 64-bit integer: a double would lose digits.
         */
        readonly did: number | string;
        /**
         * Format: int64
         * @description Restricted with this device. A 64-bit integer: a double would lose digits.
         */
        readonly player_id: number | string;
      }[];
      /** @description True when restricted devices of others do not count. */
      readonly device_exception?: boolean;
    };
    readonly PlayerAccount: {
      readonly account_uuid: string;
      /** @description When a login last named the account; null if it is derived. */
      readonly linked_at: string | null;
      /** @description Derived from the player id, for purchases without a linked account. */
      readonly derived: boolean;
    };
    readonly PlayerConsent: {
      /** @description Whether consent is withdrawn for the player. */
      readonly withdrawn: boolean;
      /** @description Whether the player is restricted for it now. */
      readonly restricted: boolean;
      /** @description Linked first, first. */
      readonly downloads: readonly components['schemas']['ConsentDownload'][];
    };
    readonly PlayerDebt: {
      /** @description What the player was refunded for delivered goods and has not paid again, by currency. */
      readonly debt: readonly components['schemas']['Debt'][];
      /** @description Paid again, oldest refund first. */
      readonly settled: readonly components['schemas']['DebtPurchase'][];
      /** @description Refunded, but nobody knows for how much: no purchase settles these, a person decides. */
      readonly without_price: readonly {
        readonly transaction_id: string;
        readonly service_transaction_id: string;
        readonly product_id: string;
        /** Format: date-time */
        readonly refunded_at: string;
      }[];
      /** @description Later purchases of owed products that pay nothing: in another currency, free or without a price. */
      readonly not_counted: readonly {
        readonly transaction_id: string;
        readonly service_transaction_id: string;
        readonly product_id: string;
        readonly amount: string | null;
        readonly currency: string | null;
        /** Format: date-time */
        readonly verified_at: string;
      }[];
    };
    readonly PlayerDelivery: {
      /** @description Number of the message in the project; grows with time. */
      readonly number: number;
      readonly appid: string | null;
      /** @description When the restriction changed, or was sent again; UTC. */
      readonly queued_at: string;
      /** @description Resent by an operator, a replayed dead letter, or what is true instead of a restriction that ended before it was sent. */
      readonly again: boolean;
      /**
       * @description `not_sent`: a later change replaced it, or the project had no game server. `not_kept`: older than the time for which requests are kept.
       * @enum {unknown}
       */
      readonly state: 'delivered' | 'waiting' | 'refused' | 'dead' | 'not_sent' | 'not_kept';
      /** @description The newest request that contains it. */
      readonly batch_id: components['schemas']['BatchId'] | null;
      /** @description UTC. */
      readonly delivered_at: string | null;
      /** @description The entry in `data` about the player, as sent. */
      readonly message: Record<string, unknown> | null;
      /** @description Attempts of that request. */
      readonly attempts: number;
      readonly last_attempt: components['schemas']['Attempt'] | null;
    };
    readonly PlayerDevice: {
      /**
       * Format: int64
       * @description Device id. A 64-bit integer: a double would lose digits.
       */
      readonly did: number | string;
      readonly logins: number;
      readonly first_login_at: string;
      readonly last_login_at: string;
      /** @description Whether the player is logged in on it now. */
      readonly logged_in: boolean;
      /** @description At most 10. */
      readonly other_players: readonly {
        /**
         * Format: int64
         * @description Another player who has logged in on the device. A 64-bit integer: a double would lose digits.
         */
        readonly player_id: number | string;
        /** @description The type of the current restriction; null without one. */
        readonly restriction: {
          readonly block_type: number;
          readonly type_name: string;
          readonly type_en_name: string;
        } | null;
      }[];
      readonly has_more_players: boolean;
    };
    readonly PlayerExport: {
      /** @enum {unknown} */
      readonly environment: 'production' | 'sandbox';
      readonly game_index: number;
      readonly appid: string;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      readonly exported_at: string;
      readonly account_uuids: readonly string[];
      /** @description With refunds and disputes, activity and store notifications. */
      readonly purchases: readonly Record<string, unknown>[];
      readonly subscriptions: readonly Record<string, unknown>[];
      /** @description Notifications that name an account, also about purchases that nobody verified. */
      readonly store_notifications: readonly Record<string, unknown>[];
      readonly orders: readonly Record<string, unknown>[];
      readonly grants: readonly Record<string, unknown>[];
      readonly refused_verifications: readonly Record<string, unknown>[];
      readonly restrictions: readonly Record<string, unknown>[];
      readonly restriction_history: readonly Record<string, unknown>[];
      readonly bulk_rows: readonly Record<string, unknown>[];
      readonly notifications: readonly Record<string, unknown>[];
      readonly appeals: readonly Record<string, unknown>[];
      readonly restricted_devices: readonly Record<string, unknown>[];
      readonly device_exceptions: readonly Record<string, unknown>[];
      readonly notes: readonly Record<string, unknown>[];
      readonly audit_entries: readonly Record<string, unknown>[];
      readonly logins: readonly Record<string, unknown>[];
      readonly accounts: readonly Record<string, unknown>[];
      readonly measures: readonly Record<string, unknown>[];
      readonly measure_exemptions: readonly Record<string, unknown>[];
      readonly debts: readonly Record<string, unknown>[];
      readonly unlinked_accounts: readonly Record<string, unknown>[];
    };
    /** @description Player identifier. */
    readonly PlayerId: string;
    readonly PlayerLogin: {
      readonly login_id: string;
      /**
       * Format: int64
       * @description Device id. A 64-bit integer: a double would lose digits.
       */
      readonly did: number | string;
      readonly account_uuid: string | null;
      readonly logged_in_at: string;
      readonly logged_out_at: string | null;
    };
    readonly PlayerNote: {
      readonly note_id: string;
      readonly text: string;
      readonly author: {
        /**
         * @description An admin token, or a person.
         * @enum {unknown}
         */
        readonly kind: 'admin' | 'console';
        /** @description Name of the token, or e-mail address. */
        readonly name: string;
      };
      readonly created_at: string;
      readonly edited_at: string | null;
    };
    readonly PlayerOrder: {
      readonly order_id: string;
      /** @enum {unknown} */
      readonly provider: 'STEAM' | 'PG';
      /** @enum {unknown} */
      readonly state: 'open' | 'charging' | 'paid' | 'failed';
      /**
       * Format: int64
       * @description Player who opened the order; 0 after the player was erased. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      readonly product_id: string;
      readonly quantity: number;
      readonly amount: string;
      readonly currency: string;
      readonly opened_at: string;
      readonly paid_at: string | null;
      /** @description Null while the game gets it from `purchase/restore`. */
      readonly closed_at: string | null;
      /** @description A payment that differs from the order, so it buys nothing. */
      readonly mismatch: components['schemas']['OrderMismatch'] | null;
    };
    readonly Price: {
      /** @description ISO 4217 code. */
      readonly currency: string;
      /** @description Decimal number with no more decimals than the currency has. */
      readonly amount: string;
    };
    readonly PriceKey: {
      /** @description Identifies the custom price key. */
      readonly key_id: string;
      /** @description The last characters of the secret. */
      readonly hint: string;
      readonly created_at: string;
      /** @description When it stops working, or null. */
      readonly expires_at: string | null;
    };
    /** @description Problem details (RFC 9457). */
    readonly Problem: {
      /** @description `/errors/admin/<code>` */
      readonly type: string;
      readonly title: string;
      readonly status: number;
      /** @description What is wrong, and what to do. */
      readonly detail: string;
      /** @description Path of the request. */
      readonly instance: string;
      /** @enum {unknown} */
      readonly code:
        | 'invalid_request'
        | 'unauthorized'
        | 'sign_in_failed'
        | 'code_needed'
        | 'code_wrong'
        | 'forbidden'
        | 'second_factor_required'
        | 'cross_site'
        | 'not_found'
        | 'exists'
        | 'in_use'
        | 'too_many'
        | 'too_many_attempts'
        | 'too_many_requests'
        | 'too_many_downloads'
        | 'market_unavailable'
        | 'issuer_unavailable'
        | 'internal_error';
      /** @description The invalid fields. */
      readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
      }[];
    };
    readonly Product: {
      readonly appid: string;
      readonly product_id: components['schemas']['ProductId'];
      readonly name: components['schemas']['Name'];
      /**
       * @description `consumable` can be bought again, `permanent` is bought once and owned, `subscription` is owned while it runs.
       * @default consumable
       * @enum {unknown}
       */
      readonly kind: 'consumable' | 'permanent' | 'subscription';
      /**
       * @description For a consumable at markets with the choice: what Tollgate does there after it records the purchase, instead of the setting of the app. Permanent products and subscriptions are always acknowledged.
       * @enum {unknown}
       */
      readonly after_verify?: 'acknowledge' | 'consume';
      /** @description One price per currency. */
      readonly prices: readonly components['schemas']['Price'][];
      /** @description Steam item id. */
      readonly steam_item_id?: number;
      /**
       * @description Whether PG orders may have a custom amount: `off`, `opaque` (any amount that the client sends, with a key of your own) or `signed` (only amounts that the app server signed with a custom price key).
       * @default off
       * @enum {unknown}
       */
      readonly custom_price?: 'off' | 'opaque' | 'signed';
      /** @description Description per language. */
      readonly descriptions?: {
        readonly [key: string]: string;
      };
      readonly updated_at: string;
    };
    /** @description Product id, as used by the markets and in requests. */
    readonly ProductId: string;
    readonly ProductInput: {
      readonly name: components['schemas']['Name'];
      /**
       * @description `consumable` can be bought again, `permanent` is bought once and owned, `subscription` is owned while it runs.
       * @default consumable
       * @enum {unknown}
       */
      readonly kind?: 'consumable' | 'permanent' | 'subscription';
      /**
       * @description For a consumable at markets with the choice: what Tollgate does there after it records the purchase, instead of the setting of the app. Permanent products and subscriptions are always acknowledged.
       * @enum {unknown}
       */
      readonly after_verify?: 'acknowledge' | 'consume';
      /** @description One price per currency. */
      readonly prices: readonly components['schemas']['Price'][];
      /** @description Steam item id. */
      readonly steam_item_id?: number;
      /**
       * @description Whether PG orders may have a custom amount: `off`, `opaque` (any amount that the client sends, with a key of your own) or `signed` (only amounts that the app server signed with a custom price key).
       * @default off
       * @enum {unknown}
       */
      readonly custom_price?: 'off' | 'opaque' | 'signed';
      /** @description Description per language. */
      readonly descriptions?: {
        readonly [key: string]: string;
      };
    };
    readonly Project: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly name: components['schemas']['Name'];
      readonly created_at: string;
    };
    readonly ProjectRevenue: {
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      /** @description First day, such as `2026-11-15`. */
      readonly from: string;
      /** @description Day after the last one, such as `2026-11-15`. */
      readonly to: string;
      /** @description In the order of time; what is zero is left out. */
      readonly items: readonly {
        /** @description First day of the period, such as `2026-11-15`. */
        readonly at: string;
        /** @description The market, product, country, currency or app; null for all others, or without `by`. */
        readonly value: string | null;
        /** @description Empty for purchases without a price that can be added up. */
        readonly currency: string;
        /** @description Bought in the period; test purchases never count. */
        readonly purchases: number;
        /** @description Paid for purchases of the period. */
        readonly gross: string;
        /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
        readonly refunds: number;
        /** @description Given back in the period, whenever the purchase was. */
        readonly refunded: string;
        /** @description Purchases that were disputed in the period, less disputes that were won. */
        readonly disputes: number;
        /** @description Withheld or lost by disputes in the period, less what was won back. */
        readonly disputed: string;
        /** @description `gross` less `refunded` and `disputed`. */
        readonly net: string;
        /** @description Of the purchases of the period, refunded or disputed by now. */
        readonly cancelled: number;
      }[];
      readonly totals: readonly {
        /** @description The market, product, country, currency or app; null for all others, or without `by`. */
        readonly value: string | null;
        /** @description Empty for purchases without a price that can be added up. */
        readonly currency: string;
        /** @description Bought in the period; test purchases never count. */
        readonly purchases: number;
        /** @description Paid for purchases of the period. */
        readonly gross: string;
        /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
        readonly refunds: number;
        /** @description Given back in the period, whenever the purchase was. */
        readonly refunded: string;
        /** @description Purchases that were disputed in the period, less disputes that were won. */
        readonly disputes: number;
        /** @description Withheld or lost by disputes in the period, less what was won back. */
        readonly disputed: string;
        /** @description `gross` less `refunded` and `disputed`. */
        readonly net: string;
        /** @description Of the purchases of the period, refunded or disputed by now. */
        readonly cancelled: number;
      }[];
      readonly compared: {
        /** @description First day, such as `2026-11-15`. */
        readonly from: string;
        /** @description Day after the last one, such as `2026-11-15`. */
        readonly to: string;
        /** @description In the order of time; what is zero is left out. */
        readonly items: readonly {
          /** @description First day of the period, such as `2026-11-15`. */
          readonly at: string;
          /** @description The market, product, country, currency or app; null for all others, or without `by`. */
          readonly value: string | null;
          /** @description Empty for purchases without a price that can be added up. */
          readonly currency: string;
          /** @description Bought in the period; test purchases never count. */
          readonly purchases: number;
          /** @description Paid for purchases of the period. */
          readonly gross: string;
          /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
          readonly refunds: number;
          /** @description Given back in the period, whenever the purchase was. */
          readonly refunded: string;
          /** @description Purchases that were disputed in the period, less disputes that were won. */
          readonly disputes: number;
          /** @description Withheld or lost by disputes in the period, less what was won back. */
          readonly disputed: string;
          /** @description `gross` less `refunded` and `disputed`. */
          readonly net: string;
          /** @description Of the purchases of the period, refunded or disputed by now. */
          readonly cancelled: number;
        }[];
        readonly totals: readonly {
          /** @description The market, product, country, currency or app; null for all others, or without `by`. */
          readonly value: string | null;
          /** @description Empty for purchases without a price that can be added up. */
          readonly currency: string;
          /** @description Bought in the period; test purchases never count. */
          readonly purchases: number;
          /** @description Paid for purchases of the period. */
          readonly gross: string;
          /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
          readonly refunds: number;
          /** @description Given back in the period, whenever the purchase was. */
          readonly refunded: string;
          /** @description Purchases that were disputed in the period, less disputes that were won. */
          readonly disputes: number;
          /** @description Withheld or lost by disputes in the period, less what was won back. */
          readonly disputed: string;
          /** @description `gross` less `refunded` and `disputed`. */
          readonly net: string;
          /** @description Of the purchases of the period, refunded or disputed by now. */
          readonly cancelled: number;
        }[];
      } | null;
      /** @description Currencies that rates were entered for: `currency` converts to them. */
      readonly reporting: readonly string[];
    };
    readonly Purchase: {
      readonly service_transaction_id: string;
      readonly transaction_id: string;
      /**
       * @description `subscription`: one paid cycle.
       * @enum {unknown}
       */
      readonly kind: 'consumable' | 'subscription';
      readonly provider: components['schemas']['Market'];
      readonly store_transaction_id: string;
      readonly product_id: string;
      readonly quantity: number;
      /** @description Exact decimal, as text. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description Time of purchase, by the market's clock. */
      readonly purchased_at: string | null;
      /** @description UTC, ISO 8601. */
      readonly verified_at: string;
      /**
       * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
       * @enum {unknown}
       */
      readonly state: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
      /** @description When it was cancelled, by a refund or a dispute. Null when a family no longer shares it. */
      readonly refunded_at: string | null;
      /** @description The dispute that cancels it. */
      readonly dispute: {
        /** @description Id of the dispute at the market. */
        readonly id: string;
        /** @enum {unknown} */
        readonly state: 'open' | 'lost';
        /** @description UTC, ISO 8601. */
        readonly since: string;
      } | null;
      /** @description The action of an operator that refunded it. Null when the market did that by itself. */
      readonly refunded_by: {
        readonly action_id: string;
        /** @description Who had it refunded. */
        readonly name: string;
        readonly reason: string;
      } | null;
      /**
       * @description `FAMILY_SHARED`: a family member paid; it is in no figure.
       * @enum {unknown}
       */
      readonly ownership: 'PURCHASED' | 'FAMILY_SHARED';
      /** @description Whether an app server has verified it. False: only the market has reported it. */
      readonly claimed: boolean;
      readonly test: boolean;
      readonly account_uuid: string;
      readonly server_id: string | null;
      /** @description Delivery result from the app. */
      readonly delivery: ('delivered' | 'cancelled' | 'clawed_back') | null;
      /** @description Bought, but never reported as delivered. False for tests, imports, subscription cycles and cancelled purchases, which need no delivery. */
      readonly undelivered: boolean;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
    };
    readonly PurchaseImport: {
      /** @description Report what would happen, and write nothing. */
      readonly dry_run?: boolean;
      /** @description Name of the file, for the audit log. */
      readonly file?: string;
      readonly lines: readonly components['schemas']['PurchaseImportLine'][];
      /** @description Send an event for each new purchase, as for a verified one. */
      readonly send_events?: boolean;
    };
    readonly PurchaseImportLine: {
      /** @description Number of the line in its file. The outcome names it. */
      readonly line: number;
      /**
       * @description Default: `subscription` with a `subscription_id`, else `consumable`.
       * @enum {unknown}
       */
      readonly kind?: 'consumable' | 'subscription';
      /**
       * @description The market.
       * @enum {unknown}
       */
      readonly provider:
        | 'APPLE'
        | 'GOOGLE'
        | 'STEAM'
        | 'PG'
        | 'ONESTORE'
        | 'AMAZON'
        | 'SAMSUNG'
        | 'CUSTOM';
      /** @description APPLE and CUSTOM: transaction id. GOOGLE, STEAM and PG: order id. ONESTORE: purchase id. AMAZON: receipt id. SAMSUNG: payment id. Required, except at GOOGLE and ONESTORE with a `purchase_token`. */
      readonly store_transaction_id?: string;
      /** @description STEAM and PG: transaction id of the market. */
      readonly market_transaction_id?: string;
      /** @description GOOGLE and ONESTORE: purchase token. */
      readonly purchase_token?: string;
      /** @description Subscriptions only. APPLE, AMAZON and CUSTOM: original transaction id. GOOGLE: purchase token. */
      readonly subscription_id?: string;
      readonly product_id: string;
      /** @default 1 */
      readonly quantity?: number;
      /** @description What the player paid, as decimal text. Needs `currency`. */
      readonly amount?: string;
      /** @description ISO 4217 code. */
      readonly currency?: string;
      readonly account_uuid?: string;
      /**
       * Format: int64
       * @description Used to derive the account if `account_uuid` is missing. A 64-bit integer: a double would lose digits.
       */
      readonly player_id?: number | string;
      /** @description When the player paid, such as `2026-11-15T12:00:00Z`. */
      readonly purchase_date?: string;
      /** @description When the other system verified it, such as `2026-11-15T12:00:00Z`. */
      readonly verified_date?: string;
      /** @description Subscriptions only: end of the paid period, such as `2026-11-15T12:00:00Z`. */
      readonly expires_date?: string;
      /**
       * @description 1: refunded or cancelled.
       * @enum {integer}
       */
      readonly cancel_state?: 0 | 1;
      /** @description When it was refunded; implies `cancel_state` 1, such as `2026-11-15T12:00:00Z`. */
      readonly cancel_date?: string;
      /**
       * @description 1: bought with test money. Default: 0 in production, 1 in sandbox.
       * @enum {integer}
       */
      readonly test?: 0 | 1;
      /**
       * @description 1 delivered, 2 cancelled, 3 cancelled and clawed back.
       * @enum {integer}
       */
      readonly delivery?: 1 | 2 | 3;
      /** @description When it was delivered; implies `delivery` 1, such as `2026-11-15T12:00:00Z`. */
      readonly delivery_date?: string;
      /** @description `iapPayload` of the first verification. */
      readonly payload?: string;
      /** @description Game server. */
      readonly server_id?: string;
      /** @description The receipt as the client sent it. */
      readonly receipt?: string;
    };
    readonly PurchaseRecord: {
      readonly service_transaction_id: string;
      readonly transaction_id: string;
      /**
       * @description `subscription`: one paid cycle.
       * @enum {unknown}
       */
      readonly kind: 'consumable' | 'subscription';
      readonly provider: components['schemas']['Market'];
      readonly store_transaction_id: string;
      readonly product_id: string;
      readonly quantity: number;
      /** @description Exact decimal, as text. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description Time of purchase, by the market's clock. */
      readonly purchased_at: string | null;
      /** @description UTC, ISO 8601. */
      readonly verified_at: string;
      /**
       * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
       * @enum {unknown}
       */
      readonly state: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
      /** @description When it was cancelled, by a refund or a dispute. Null when a family no longer shares it. */
      readonly refunded_at: string | null;
      /** @description The dispute that cancels it. */
      readonly dispute: {
        /** @description Id of the dispute at the market. */
        readonly id: string;
        /** @enum {unknown} */
        readonly state: 'open' | 'lost';
        /** @description UTC, ISO 8601. */
        readonly since: string;
      } | null;
      /** @description The action of an operator that refunded it. Null when the market did that by itself. */
      readonly refunded_by: {
        readonly action_id: string;
        /** @description Who had it refunded. */
        readonly name: string;
        readonly reason: string;
      } | null;
      /**
       * @description `FAMILY_SHARED`: a family member paid; it is in no figure.
       * @enum {unknown}
       */
      readonly ownership: 'PURCHASED' | 'FAMILY_SHARED';
      /** @description Whether an app server has verified it. False: only the market has reported it. */
      readonly claimed: boolean;
      readonly test: boolean;
      readonly account_uuid: string;
      readonly server_id: string | null;
      /** @description Delivery result from the app. */
      readonly delivery: ('delivered' | 'cancelled' | 'clawed_back') | null;
      /** @description Bought, but never reported as delivered. False for tests, imports, subscription cycles and cancelled purchases, which need no delivery. */
      readonly undelivered: boolean;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
      /** @description Transaction id at the market. */
      readonly market_transaction_id: string | null;
      /** @enum {unknown} */
      readonly purchase_date_source:
        | 'STORE_PAYMENT'
        | 'PAYMENT_CONFIRMED'
        | 'ORDER_CREATED'
        | 'VERIFIED';
      /**
       * @description Whether the account matches the one the market reports.
       * @enum {unknown}
       */
      readonly account_compare: 'match' | 'mismatch' | 'unknown';
      readonly claimed_at: string | null;
      /** @description The OAuth client that verified it. */
      readonly client_id: string | null;
      /** @enum {unknown} */
      readonly request_type: 1 | 2;
      readonly app_version: string | null;
      readonly country: string | null;
      readonly language: string | null;
      readonly payload: string | null;
      readonly price_verify_key: string | null;
      readonly project_info: Record<string, unknown> | null;
      readonly receipt: string;
      /** @description Answer of the market. */
      readonly market_result: Record<string, unknown> | null;
      readonly delivery_at: string | null;
      readonly subscription_id: string | null;
      /** @description STEAM and PG only. */
      readonly order: components['schemas']['Order'] | null;
    };
    readonly ReadyAnswer: {
      /** @enum {unknown} */
      readonly decision: 'release' | 'shorten' | 'uphold';
      readonly language: components['schemas']['Language'];
      /** @description What the player reads, at most 2,000 characters. */
      readonly text: string;
    };
    readonly ReadyType: {
      readonly name: string;
      /**
       * @description `O` operations policy restriction, `N` temporary restriction.
       * @enum {unknown}
       */
      readonly type_status: 'O' | 'N';
      /** @description Type name in Korean, at most 200 bytes. */
      readonly type_name: string;
      /** @description Type name in English, at most 200 bytes. */
      readonly type_en_name: string;
      /** @description One entry per language; `ko` and `en` are required. */
      readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
    };
    readonly Receiver: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly channel: components['schemas']['ReceiverId'];
      readonly url: string;
      /** @description The last characters of the key; empty if the stored key does not open and must be set again. */
      readonly key_hint: string;
      readonly updated_at: string;
      /** @description During a rotation: the key that still signs, and is the bearer token. */
      readonly old_key?: {
        readonly hint: string;
        /** @description UTC. */
        readonly ends_at: string;
      };
      /** @description The last characters of the bearer token, if it is not the key. */
      readonly bearer_hint?: string;
      /** @description True when the events `restriction.*` are sent, too. */
      readonly restriction_events?: boolean;
      /** @description Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all. */
      readonly events?: readonly string[];
      /** @description Only messages about these apps. Empty: all. */
      readonly apps?: readonly string[];
      /** @description Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all. */
      readonly markets?: readonly string[];
    };
    /**
     * @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens.
     * @example restriction
     * @example purchase
     * @example purchase:analytics
     */
    readonly ReceiverId: string;
    readonly ReceiverInput: {
      /** @description https URL that receives the messages; http only with `TOLLGATE_ALLOW_PRIVATE_TARGETS`. */
      readonly url: string;
      /** @description Signs the messages and is sent as the bearer token: 16 to 512 visible characters. Default: the current key; the first registration creates one and shows it once. */
      readonly key?: string;
      /** @description Creates a new key and shows it once. The current one ends at once; `rotate-key` lets both overlap. */
      readonly new_key?: boolean;
      /** @description Bearer token, if it is not to be the key. Default: the current one; an empty text means the key. */
      readonly bearer?: string;
      /** @description Channel `purchase`: also send the events `restriction.*`. Default: as it is, at first `false`. */
      readonly restriction_events?: boolean;
      /** @description Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all. */
      readonly events?: readonly string[];
      /** @description Only messages about these apps. Empty: all. */
      readonly apps?: readonly string[];
      /** @description Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all. */
      readonly markets?: readonly string[];
      /** @description Save without sending a test message. Default: false for `restriction`, true for `purchase`. */
      readonly skip_test?: boolean;
    };
    readonly ReceiverState: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly channel: components['schemas']['ReceiverId'];
      readonly url: string | null;
      readonly key_hint: string | null;
      readonly updated_at: string | null;
      /** @description During a rotation: the key that still signs, and is the bearer token. */
      readonly old_key?: {
        readonly hint: string;
        /** @description UTC. */
        readonly ends_at: string;
      };
      /** @description The last characters of the bearer token, if it is not the key. */
      readonly bearer_hint?: string;
      /** @description True when the events `restriction.*` are sent, too. */
      readonly restriction_events?: boolean;
      /** @description Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all. */
      readonly events?: readonly string[];
      /** @description Only messages about these apps. Empty: all. */
      readonly apps?: readonly string[];
      /** @description Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all. */
      readonly markets?: readonly string[];
      /** @description Messages not delivered yet, counted up to 100000. */
      readonly waiting: number;
      /** @description Waiting messages that the receiver refused. Each is retried on its own schedule, and the others go on. */
      readonly refused: number;
      /** @description When the oldest message of the queue was written; refused messages do not count. */
      readonly oldest_at: string | null;
      readonly paused: boolean;
      /** @description A request is in progress. */
      readonly sending: boolean;
      /** @description Failed attempts of the next batch. */
      readonly failures: number;
      readonly next_attempt_at: string | null;
      readonly dead_letters: number;
    };
    readonly RecoveryCodes: {
      /** @description Each code replaces the six digits once. They are shown only once. */
      readonly recovery_codes: readonly string[];
    };
    readonly RefundGroup: {
      /** @description By player; null where the player is not known. */
      readonly player_id: (number | string) | null;
      /** @description By device; null where no device is known. */
      readonly did: (number | string) | null;
      /** @description By product. */
      readonly product_id: string | null;
      readonly refunds: number;
      /** @description Known players among them. */
      readonly players: number;
      /** @description What was paid for the refunded purchases. */
      readonly amounts: readonly {
        readonly currency: string;
        readonly amount: string;
      }[];
      /** @description UTC, ISO 8601. */
      readonly last_refunded_at: string;
    };
    readonly RefundGroups: {
      /** @description At most 100, most refunds first. */
      readonly items: readonly components['schemas']['RefundGroup'][];
      /** @description Refunds that were read. */
      readonly refunds: number;
      /** @description False: only the newest 10,000 refunds were read. */
      readonly is_complete: boolean;
    };
    readonly RefusedVerification: {
      readonly refused_id: string;
      /** @description UTC, ISO 8601. */
      readonly first_at: string;
      /** @description UTC, ISO 8601. */
      readonly last_at: string;
      /** @description How often the same account sent the same receipt with the same outcome within one hour of the clock. */
      readonly times: number;
      /** @enum {unknown} */
      readonly kind: 'consumable' | 'subscription';
      readonly provider: components['schemas']['Market'];
      /** @description As sent; null when it was not a UUID. */
      readonly account_uuid: string | null;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
      /** @description As sent. */
      readonly product_id: string | null;
      /** @description `storeTransactionId` or `orderId`, as sent. */
      readonly transaction_id: string | null;
      /** @description As sent. */
      readonly price: string | null;
      /** @description As sent. */
      readonly currency: string | null;
      /**
       * @description `outcome.message` of the answer.
       * @enum {unknown}
       */
      readonly outcome:
        | 'INVALID_REQUEST'
        | 'INVALID_RECEIPT'
        | 'PRICE_VERIFY_FAIL'
        | 'RECEIPT_VERIFY_FAIL'
        | 'PAYMENT_PENDING'
        | 'MARKET_UNAVAILABLE'
        | 'INTERNAL_ERROR';
      /** @description Why it was refused. */
      readonly reason: string;
      /** @description SHA-256 of the receipt, in hex. The receipt itself is not stored. */
      readonly receipt_sha256: string;
      /** @description The purchase that is recorded with the same receipt, before or after. */
      readonly purchase: {
        readonly service_transaction_id: string;
        /** @description UTC, ISO 8601. */
        readonly verified_at: string;
      } | null;
    };
    readonly RefusedVerificationRecord: {
      readonly refused_id: string;
      /** @description UTC, ISO 8601. */
      readonly first_at: string;
      /** @description UTC, ISO 8601. */
      readonly last_at: string;
      /** @description How often the same account sent the same receipt with the same outcome within one hour of the clock. */
      readonly times: number;
      /** @enum {unknown} */
      readonly kind: 'consumable' | 'subscription';
      readonly provider: components['schemas']['Market'];
      /** @description As sent; null when it was not a UUID. */
      readonly account_uuid: string | null;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
      /** @description As sent. */
      readonly product_id: string | null;
      /** @description `storeTransactionId` or `orderId`, as sent. */
      readonly transaction_id: string | null;
      /** @description As sent. */
      readonly price: string | null;
      /** @description As sent. */
      readonly currency: string | null;
      /**
       * @description `outcome.message` of the answer.
       * @enum {unknown}
       */
      readonly outcome:
        | 'INVALID_REQUEST'
        | 'INVALID_RECEIPT'
        | 'PRICE_VERIFY_FAIL'
        | 'RECEIPT_VERIFY_FAIL'
        | 'PAYMENT_PENDING'
        | 'MARKET_UNAVAILABLE'
        | 'INTERNAL_ERROR';
      /** @description Why it was refused. */
      readonly reason: string;
      /** @description SHA-256 of the receipt, in hex. The receipt itself is not stored. */
      readonly receipt_sha256: string;
      /** @description The purchase that is recorded with the same receipt, before or after. */
      readonly purchase: {
        readonly service_transaction_id: string;
        /** @description UTC, ISO 8601. */
        readonly verified_at: string;
      } | null;
      /** @description First 4 KiB of the market's answer as JSON, without data about the card, the buyer or the receipt. Null when the market was not asked or did not answer. */
      readonly market_answer: string | null;
    };
    readonly RegisteredReceiver: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly channel: components['schemas']['ReceiverId'];
      readonly url: string;
      /** @description The last characters of the key; empty if the stored key does not open and must be set again. */
      readonly key_hint: string;
      readonly updated_at: string;
      /** @description During a rotation: the key that still signs, and is the bearer token. */
      readonly old_key?: {
        readonly hint: string;
        /** @description UTC. */
        readonly ends_at: string;
      };
      /** @description The last characters of the bearer token, if it is not the key. */
      readonly bearer_hint?: string;
      /** @description True when the events `restriction.*` are sent, too. */
      readonly restriction_events?: boolean;
      /** @description Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all. */
      readonly events?: readonly string[];
      /** @description Only messages about these apps. Empty: all. */
      readonly apps?: readonly string[];
      /** @description Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all. */
      readonly markets?: readonly string[];
      /** @description The key, if it was created now. It is shown only once. */
      readonly key?: string;
    };
    readonly ReleasedPlayers: {
      readonly released: readonly (number | string)[];
      readonly not_restricted: readonly (number | string)[];
      /** @description Left as they are; missing without any. */
      readonly not_allowed?: readonly {
        /**
         * Format: int64
         * @description Player identifier. A 64-bit integer: a double would lose digits.
         */
        readonly player_id: number | string;
        /** @description What your limits do not allow. */
        readonly reason: string;
      }[];
      /** @description The list to undo this with; null for less than two players. */
      readonly job_id: string | null;
    };
    readonly Replay: {
      readonly replay_id: components['schemas']['ReplayId'];
      /**
       * @description `failed`: the receiver did not accept a request for three days. `cancelled`: by somebody, or because the receiver was removed or its filter changed.
       * @enum {unknown}
       */
      readonly state: 'running' | 'done' | 'cancelled' | 'failed';
      readonly from: string | null;
      readonly to: string | null;
      /** @description Empty: all. */
      readonly events: readonly string[];
      readonly appid: string | null;
      /** @description Null for all players, and once the player was erased. */
      readonly player_id: string | null;
      /** @description Requests to send. */
      readonly requests: number;
      /** @description Requests that the receiver has accepted again. */
      readonly sent: number;
      readonly actor: string;
      readonly actor_kind: string;
      readonly created_at: string;
      readonly finished_at: string | null;
    };
    /** @description Replay id, sent as `webhook-replay`. */
    readonly ReplayId: string;
    readonly ReplayInput: {
      /** @description Only requests that the receiver accepted from this time on, such as `2026-11-15T12:00:00Z`. */
      readonly from?: string;
      /** @description Only requests that it accepted before this time. Default: until the replay begins, such as `2026-11-15T12:00:00Z`. */
      readonly to?: string;
      /** @description App of the player. */
      readonly appid?: string;
      /** @description Only requests with an event about this player of the app. */
      readonly player_id?: string;
      /** @description Only requests with an event of these types, such as `purchase.refunded` or `subscription.*`. Empty: all. */
      readonly events?: readonly string[];
    };
    readonly ReplayPlan: {
      /** @description Requests that would be sent again, each as it was. */
      readonly requests: number;
      /** @description Events in these requests. */
      readonly messages: number;
      /** @description Of these events, those that you asked for. */
      readonly matching: number;
      /** @description Requests that are not sent, because the filter of the receiver leaves an event of theirs out by now. */
      readonly left_out: number;
      /** @description First attempt of the oldest request that is kept. What was sent before cannot be sent again. */
      readonly kept_since: string | null;
    };
    readonly Replayed: {
      /** @description Dead letters replayed. */
      readonly letters: number;
      /** @description Messages added to the end of the queue. */
      readonly queued: number;
      /** @description Messages skipped, because the player has changed since. */
      readonly overtaken: number;
    };
    readonly Resent: {
      /** @description Number of the new message. */
      readonly number: number;
      /** @description The app whose restriction it reports. */
      readonly appid: string;
    };
    readonly ResentEvent: {
      /** @description Type of the event, such as `purchase.verified`. */
      readonly type: string;
      /** @description Number of the new message. */
      readonly number: number;
    };
    readonly Restriction: {
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Missing for `login`. */
      readonly scope?: string;
      /**
       * @description `P` permanent suspension, `B` user with a suspension period.
       * @enum {unknown}
       */
      readonly status: 'P' | 'B';
      readonly block_type: number;
      readonly start_date: string;
      readonly end_date: string;
      /** @description False before the start of the period. */
      readonly in_effect: boolean;
      readonly changed_at: string;
      /** @description How it was made or last changed. */
      readonly actor_kind: string | null;
      /** @description Who made it or last changed it. */
      readonly actor: string | null;
    };
    readonly RestrictionFigures: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all changes yet. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description In the order of time; periods in which nothing happened are left out. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description The number of the type, the kind of actor (`key`, `console`, …) or the scope; null without `by`. */
        readonly value: string | null;
        /** @description Players who were restricted. */
        readonly registered: number;
        /** @description Changes of a restriction that went on. */
        readonly changed: number;
        /** @description Restrictions that were lifted. */
        readonly released: number;
        /** @description Restrictions whose period ended. They are by `system`. */
        readonly expired: number;
        /** @description Of `registered`, players with an earlier restriction that had ended. Each registration counts. */
        readonly repeat_offenders: number;
        /** @description Half of the released restrictions were lifted within this many seconds of their registration; interpolated within buckets. */
        readonly release_median_s: number | null;
        /** @description 90 of 100 were lifted within this many seconds. */
        readonly release_p90_s: number | null;
      }[];
      readonly totals: readonly {
        /** @description The number of the type, the kind of actor (`key`, `console`, …) or the scope; null without `by`. */
        readonly value: string | null;
        /** @description Players who were restricted. */
        readonly registered: number;
        /** @description Changes of a restriction that went on. */
        readonly changed: number;
        /** @description Restrictions that were lifted. */
        readonly released: number;
        /** @description Restrictions whose period ended. They are by `system`. */
        readonly expired: number;
        /** @description Of `registered`, players with an earlier restriction that had ended. Each registration counts. */
        readonly repeat_offenders: number;
        /** @description Half of the released restrictions were lifted within this many seconds of their registration; interpolated within buckets. */
        readonly release_median_s: number | null;
        /** @description 90 of 100 were lifted within this many seconds. */
        readonly release_p90_s: number | null;
      }[];
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description In the order of time; periods in which nothing happened are left out. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description The number of the type, the kind of actor (`key`, `console`, …) or the scope; null without `by`. */
          readonly value: string | null;
          /** @description Players who were restricted. */
          readonly registered: number;
          /** @description Changes of a restriction that went on. */
          readonly changed: number;
          /** @description Restrictions that were lifted. */
          readonly released: number;
          /** @description Restrictions whose period ended. They are by `system`. */
          readonly expired: number;
          /** @description Of `registered`, players with an earlier restriction that had ended. Each registration counts. */
          readonly repeat_offenders: number;
          /** @description Half of the released restrictions were lifted within this many seconds of their registration; interpolated within buckets. */
          readonly release_median_s: number | null;
          /** @description 90 of 100 were lifted within this many seconds. */
          readonly release_p90_s: number | null;
        }[];
        readonly totals: readonly {
          /** @description The number of the type, the kind of actor (`key`, `console`, …) or the scope; null without `by`. */
          readonly value: string | null;
          /** @description Players who were restricted. */
          readonly registered: number;
          /** @description Changes of a restriction that went on. */
          readonly changed: number;
          /** @description Restrictions that were lifted. */
          readonly released: number;
          /** @description Restrictions whose period ended. They are by `system`. */
          readonly expired: number;
          /** @description Of `registered`, players with an earlier restriction that had ended. Each registration counts. */
          readonly repeat_offenders: number;
          /** @description Half of the released restrictions were lifted within this many seconds of their registration; interpolated within buckets. */
          readonly release_median_s: number | null;
          /** @description 90 of 100 were lifted within this many seconds. */
          readonly release_p90_s: number | null;
        }[];
      } | null;
    };
    readonly RestrictionHistoryEntry: Shared['schemas']['RestrictionHistoryEntry'];
    readonly RestrictionImport: {
      /** @description Report what would happen, and write nothing. */
      readonly dry_run?: boolean;
      /** @description Name of the file, for the audit log. */
      readonly file?: string;
      readonly lines: readonly components['schemas']['RestrictionImportLine'][];
      /** @description A line that lasts longer than the restriction of its player replaces it. By default existing restrictions stay. */
      readonly extend?: boolean;
      /** @description Notify the game server, as for other restrictions. */
      readonly notify?: boolean;
    };
    readonly RestrictionImportLine: {
      /** @description Number of the line in its file. The outcome names it. */
      readonly line: number;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
      readonly scope?: string;
      /**
       * @description Default: `B` with an `end_date`, else `P`.
       * @enum {unknown}
       */
      readonly status?: 'P' | 'B';
      /** @description Number of a registered restriction type. */
      readonly block_type?: number;
      /** @description English name of the type, instead of `block_type`. */
      readonly type_en_name?: string;
      /** @description Start; the time of the import by default: `YYYY-MM-DD HH:mm:ss` in the app's time zone, or with a zone, such as `2026-11-15T12:00:00Z`. */
      readonly start_date?: string;
      /** @description End; required with `B`: `YYYY-MM-DD HH:mm:ss` in the app's time zone, or with a zone, such as `2026-11-15T12:00:00Z`. */
      readonly end_date?: string;
      /** @description Reason for the change, shown in the history. */
      readonly comment?: string;
    };
    /** @description Restrictions that may be set, changed and released. */
    readonly RestrictionLimits: {
      /** @description Restriction types. Omit it for every type. */
      readonly types?: readonly {
        readonly appid: components['schemas']['Appid'];
        readonly block_type: number;
      }[];
      /** @description Scopes, such as `chat`. Omit it for every scope. */
      readonly scopes?: readonly string[];
      /** @description Days that a restriction may last. Omit it for permanent ones, too. */
      readonly longest_days?: number;
    };
    readonly RestrictionScope: {
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
      readonly scope: string;
      /** @description Name by language; `ko` and `en` are required. English stands for the others. */
      readonly names: {
        readonly ko?: string;
        readonly en?: string;
        readonly ja?: string;
        readonly 'zh-hans'?: string;
        readonly 'zh-hant'?: string;
        readonly de?: string;
        readonly fr?: string;
        readonly ru?: string;
        readonly es?: string;
        readonly pt?: string;
        readonly id?: string;
        readonly th?: string;
        readonly vi?: string;
        readonly it?: string;
        readonly tr?: string;
        readonly ar?: string;
        readonly tl?: string;
      };
      /** @description Every project has it, and it cannot be changed. */
      readonly ready: boolean;
    };
    readonly RestrictionScopeInput: {
      /** @description Name by language; `ko` and `en` are required. English stands for the others. */
      readonly names: {
        readonly ko?: string;
        readonly en?: string;
        readonly ja?: string;
        readonly 'zh-hans'?: string;
        readonly 'zh-hant'?: string;
        readonly de?: string;
        readonly fr?: string;
        readonly ru?: string;
        readonly es?: string;
        readonly pt?: string;
        readonly id?: string;
        readonly th?: string;
        readonly vi?: string;
        readonly it?: string;
        readonly tr?: string;
        readonly ar?: string;
        readonly tl?: string;
      };
    };
    readonly RestrictionTerms: Shared['schemas']['RestrictionTerms'];
    readonly RestrictionType: {
      readonly block_type: number;
      /**
       * @description `O` operations policy restriction, `N` temporary restriction.
       * @enum {unknown}
       */
      readonly type_status: 'O' | 'N';
      /** @description Type name in Korean, at most 200 bytes. */
      readonly type_name: string;
      /** @description Type name in English, at most 200 bytes. */
      readonly type_en_name: string;
      /** @description One entry per language; `ko` and `en` are required. */
      readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
      /** @description True where restricted players may appeal. */
      readonly appeals?: boolean;
      /** @description Ready answers to appeals: at most one for each decision and language. */
      readonly appeal_answers?: readonly components['schemas']['ReadyAnswer'][];
    };
    readonly RestrictionTypeInput: {
      /**
       * @description `O` operations policy restriction, `N` temporary restriction.
       * @enum {unknown}
       */
      readonly type_status: 'O' | 'N';
      /** @description Type name in Korean, at most 200 bytes. */
      readonly type_name: string;
      /** @description Type name in English, at most 200 bytes. */
      readonly type_en_name: string;
      /** @description One entry per language; `ko` and `en` are required. */
      readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
    };
    readonly RestrictionTypeTexts: Shared['schemas']['RestrictionTypeTexts'];
    readonly Revenue: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'hour' | 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description In the order of time; what is zero is left out. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description The market, product, country, currency or app; null for all others, or without `by`. */
        readonly value: string | null;
        /** @description Empty for purchases without a price that can be added up. */
        readonly currency: string;
        /** @description Bought in the period; test purchases never count. */
        readonly purchases: number;
        /** @description Paid for purchases of the period. */
        readonly gross: string;
        /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
        readonly refunds: number;
        /** @description Given back in the period, whenever the purchase was. */
        readonly refunded: string;
        /** @description Purchases that were disputed in the period, less disputes that were won. */
        readonly disputes: number;
        /** @description Withheld or lost by disputes in the period, less what was won back. */
        readonly disputed: string;
        /** @description `gross` less `refunded` and `disputed`. */
        readonly net: string;
        /** @description Of the purchases of the period, refunded or disputed by now. */
        readonly cancelled: number;
      }[];
      readonly totals: readonly {
        /** @description The market, product, country, currency or app; null for all others, or without `by`. */
        readonly value: string | null;
        /** @description Empty for purchases without a price that can be added up. */
        readonly currency: string;
        /** @description Bought in the period; test purchases never count. */
        readonly purchases: number;
        /** @description Paid for purchases of the period. */
        readonly gross: string;
        /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
        readonly refunds: number;
        /** @description Given back in the period, whenever the purchase was. */
        readonly refunded: string;
        /** @description Purchases that were disputed in the period, less disputes that were won. */
        readonly disputes: number;
        /** @description Withheld or lost by disputes in the period, less what was won back. */
        readonly disputed: string;
        /** @description `gross` less `refunded` and `disputed`. */
        readonly net: string;
        /** @description Of the purchases of the period, refunded or disputed by now. */
        readonly cancelled: number;
      }[];
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description In the order of time; what is zero is left out. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description The market, product, country, currency or app; null for all others, or without `by`. */
          readonly value: string | null;
          /** @description Empty for purchases without a price that can be added up. */
          readonly currency: string;
          /** @description Bought in the period; test purchases never count. */
          readonly purchases: number;
          /** @description Paid for purchases of the period. */
          readonly gross: string;
          /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
          readonly refunds: number;
          /** @description Given back in the period, whenever the purchase was. */
          readonly refunded: string;
          /** @description Purchases that were disputed in the period, less disputes that were won. */
          readonly disputes: number;
          /** @description Withheld or lost by disputes in the period, less what was won back. */
          readonly disputed: string;
          /** @description `gross` less `refunded` and `disputed`. */
          readonly net: string;
          /** @description Of the purchases of the period, refunded or disputed by now. */
          readonly cancelled: number;
        }[];
        readonly totals: readonly {
          /** @description The market, product, country, currency or app; null for all others, or without `by`. */
          readonly value: string | null;
          /** @description Empty for purchases without a price that can be added up. */
          readonly currency: string;
          /** @description Bought in the period; test purchases never count. */
          readonly purchases: number;
          /** @description Paid for purchases of the period. */
          readonly gross: string;
          /** @description Purchases that were refunded in the period, less those whose refund was reversed. */
          readonly refunds: number;
          /** @description Given back in the period, whenever the purchase was. */
          readonly refunded: string;
          /** @description Purchases that were disputed in the period, less disputes that were won. */
          readonly disputes: number;
          /** @description Withheld or lost by disputes in the period, less what was won back. */
          readonly disputed: string;
          /** @description `gross` less `refunded` and `disputed`. */
          readonly net: string;
          /** @description Of the purchases of the period, refunded or disputed by now. */
          readonly cancelled: number;
        }[];
      } | null;
      /** @description Currencies that rates were entered for: `currency` converts to them. */
      readonly reporting: readonly string[];
    };
    /**
     * @description `viewer` reads, `operator` restricts players and replays notifications, `admin` changes apps and their settings, `owner` also manages members.
     * @enum {unknown}
     */
    readonly Role: 'viewer' | 'operator' | 'admin' | 'owner';
    readonly Rotation: {
      /**
       * @description How long earlier secrets stay valid; 0 ends them at once.
       * @default 86400
       */
      readonly grace_seconds?: number;
    };
    readonly SaleAction: {
      readonly action_id: string;
      /**
       * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
       * @enum {unknown}
       */
      readonly kind: 'refund' | 'cancel' | 'extend' | 'defer';
      /**
       * @description `waiting` for the second person; `intended`, about to be sent; `sent`, and the outcome is not known yet; `accepted`: the market reports later how it ends; `rejected` by the market; `declined` by the second person; `withdrawn` before it was sent.
       * @enum {unknown}
       */
      readonly state:
        | 'waiting'
        | 'intended'
        | 'sent'
        | 'accepted'
        | 'done'
        | 'rejected'
        | 'declined'
        | 'withdrawn';
      readonly provider: components['schemas']['Market'];
      /** @description The purchase, or the newest cycle of the subscription. */
      readonly service_transaction_id: string;
      readonly subscription_id: string | null;
      readonly product_id: string;
      readonly account_uuid: string | null;
      /** @description What goes back; at most, for `prorated`. Null when unknown. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description Only the time that is left is refunded. */
      readonly prorated: boolean;
      /** @description The only product that is refunded, of a payment for several. */
      readonly line: string | null;
      /** @description Null for what is no refund. */
      readonly goods: ('taken' | 'kept') | null;
      readonly days: number | null;
      readonly reason: string;
      readonly requested_at: string;
      readonly requested_by: {
        readonly kind: string;
        readonly name: string;
      };
      readonly decided_at: string | null;
      /** @description Who approved, declined or withdrew it. */
      readonly decided_by: {
        readonly kind: string;
        readonly name: string;
      } | null;
      /** @description When the market was last called. */
      readonly sent_at: string | null;
      readonly attempts: number;
      readonly ended_at: string | null;
      /** @description In the words of the market, or of who declined it; or why the market is not called yet. */
      readonly answer: string | null;
    };
    /**
     * @description `full` does everything, `read` reads what the role viewer reads, `restriction` manages types and restricted players, `payment` manages markets, products and purchases. The last two also read projects and apps.
     * @default full
     * @enum {unknown}
     */
    readonly Scope: 'full' | 'read' | 'restriction' | 'payment';
    readonly SearchMember: {
      /** @description Null for an owner of the installation. */
      readonly game_index: components['schemas']['GameIndex'] | null;
      readonly email: components['schemas']['Email'];
      readonly role: components['schemas']['Role'];
    };
    readonly SearchOrder: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly appid: components['schemas']['Appid'];
      readonly app_name: string;
      readonly order_id: string;
      /** @enum {unknown} */
      readonly provider: 'STEAM' | 'PG';
      /** @enum {unknown} */
      readonly state: 'open' | 'charging' | 'paid' | 'failed';
      /**
       * Format: int64
       * @description Player who opened the order; 0 after the player was erased. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      readonly product_id: string;
      readonly quantity: number;
      readonly amount: string;
      readonly currency: string;
      /** @description UTC, ISO 8601. */
      readonly opened_at: string;
      readonly paid_at: string | null;
    };
    readonly SearchPlayer: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly appid: components['schemas']['Appid'];
      readonly app_name: string;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: number | string;
      /**
       * @description What the text is to this player.
       * @enum {unknown}
       */
      readonly found_by: 'player_id' | 'support_code' | 'account' | 'device';
      /** @description The type of the current restriction; null without one. */
      readonly restriction: {
        readonly block_type: number;
        readonly type_name: string;
        readonly type_en_name: string;
      } | null;
    };
    readonly SearchPurchase: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly appid: components['schemas']['Appid'];
      readonly app_name: string;
      readonly service_transaction_id: string;
      readonly transaction_id: string;
      /**
       * @description `subscription`: one paid cycle.
       * @enum {unknown}
       */
      readonly kind: 'consumable' | 'subscription';
      readonly provider: components['schemas']['Market'];
      readonly store_transaction_id: string;
      readonly product_id: string;
      readonly quantity: number;
      /** @description Exact decimal, as text. */
      readonly amount: string | null;
      readonly currency: string | null;
      /** @description Time of purchase, by the market's clock. */
      readonly purchased_at: string | null;
      /** @description UTC, ISO 8601. */
      readonly verified_at: string;
      /**
       * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
       * @enum {unknown}
       */
      readonly state: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
      /** @description When it was cancelled, by a refund or a dispute. Null when a family no longer shares it. */
      readonly refunded_at: string | null;
      /** @description The dispute that cancels it. */
      readonly dispute: {
        /** @description Id of the dispute at the market. */
        readonly id: string;
        /** @enum {unknown} */
        readonly state: 'open' | 'lost';
        /** @description UTC, ISO 8601. */
        readonly since: string;
      } | null;
      /** @description The action of an operator that refunded it. Null when the market did that by itself. */
      readonly refunded_by: {
        readonly action_id: string;
        /** @description Who had it refunded. */
        readonly name: string;
        readonly reason: string;
      } | null;
      /**
       * @description `FAMILY_SHARED`: a family member paid; it is in no figure.
       * @enum {unknown}
       */
      readonly ownership: 'PURCHASED' | 'FAMILY_SHARED';
      /** @description Whether an app server has verified it. False: only the market has reported it. */
      readonly claimed: boolean;
      readonly test: boolean;
      readonly account_uuid: string;
      readonly server_id: string | null;
      /** @description Delivery result from the app. */
      readonly delivery: ('delivered' | 'cancelled' | 'clawed_back') | null;
      /** @description Bought, but never reported as delivered. False for tests, imports, subscription cycles and cancelled purchases, which need no delivery. */
      readonly undelivered: boolean;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
    };
    readonly SearchResult: {
      readonly players: readonly components['schemas']['SearchPlayer'][];
      readonly purchases: readonly components['schemas']['SearchPurchase'][];
      /** @description Orders without a verified purchase. */
      readonly orders: readonly components['schemas']['SearchOrder'][];
      readonly subscriptions: readonly components['schemas']['SearchSubscription'][];
      readonly members: readonly components['schemas']['SearchMember'][];
    };
    readonly SearchSubscription: {
      readonly game_index: components['schemas']['GameIndex'];
      readonly appid: components['schemas']['Appid'];
      readonly app_name: string;
      /** @enum {unknown} */
      readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
      readonly subscription_id: string;
      readonly original_transaction_id: string | null;
      /** @description Null until an app server verifies it or the market names an account. */
      readonly account_uuid: string | null;
      readonly product_id: string;
      /** @description Null if it does not renew. */
      readonly auto_renew_product_id: string | null;
      /** @enum {unknown} */
      readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked' | 'replaced';
      readonly expires_at: string | null;
      readonly grace_until: string | null;
      readonly refunded_at: string | null;
      readonly test: boolean;
      readonly created_at: string;
      readonly updated_at: string;
      /** @description `subscription_id` of the one whose place it took. */
      readonly replaces: string | null;
      /** @description `subscription_id` of the one that took its place. */
      readonly replaced_by: string | null;
    };
    readonly SecretHint: {
      /** @description The last characters of the secret. */
      readonly hint: string;
      readonly created_at: string;
      /** @description When it stops working, or null. */
      readonly expires_at: string | null;
    };
    readonly SentEvidence: {
      readonly evidence: components['schemas']['DisputeEvidence'];
      /** @description UTC, ISO 8601. */
      readonly sent_at: string;
      readonly sent_by: string;
      /** @description When it was certain what came of it. */
      readonly settled_at: string | null;
      /** @description Why it was not sent. */
      readonly refusal: string | null;
    };
    readonly SentRequest: {
      readonly batch_id: components['schemas']['BatchId'];
      readonly url: string;
      /** @description Time of the first attempt, UTC. */
      readonly sent_at: string;
      /** @description The body as sent. */
      readonly body: string;
      /** @description The newest 100, oldest first. */
      readonly attempts: readonly components['schemas']['Attempt'][];
    };
    readonly Server: {
      readonly appid: string;
      readonly server_id: components['schemas']['ServerId'];
      readonly name: components['schemas']['Name'];
      readonly created_at: string;
    };
    /** @description Server id, as sent in `serverId`. */
    readonly ServerId: string;
    readonly ServerInput: {
      readonly name: components['schemas']['Name'];
    };
    readonly Session: {
      readonly account_id: string;
      readonly email: string;
      /** @description Owner of the installation in this session. */
      readonly owner: boolean;
      readonly second_factor: boolean;
      /** @description Whether projects are hidden until the account has a second factor. */
      readonly second_factor_required: boolean;
      /** @description Issuer that the account has signed in by. Absent with a password. */
      readonly issuer?: string;
      /** @description Send it as `x-tollgate-csrf` with every change. */
      readonly csrf: string;
      /** @enum {unknown} */
      readonly environment: 'production' | 'sandbox';
      /** @description Console of the other environment. */
      readonly other: {
        /** @enum {unknown} */
        readonly environment: 'production' | 'sandbox';
        readonly url: string;
      } | null;
      /** @description Base URL for app servers and stores. Present if the admin API has a listener of its own. */
      readonly api_url?: string;
      /** @description True if a new password can be requested by e-mail. */
      readonly password_reset?: boolean;
      /** @description Issuers to sign in by (OpenID Connect). Absent if there are none. */
      readonly issuers?: readonly {
        readonly name: string;
        readonly label: string;
        readonly url: string;
      }[];
      /**
       * @description Who can sign in with a password: only owners of the installation, or nobody. Absent if everybody can.
       * @enum {unknown}
       */
      readonly password_sign_in?: 'owners' | 'off';
      /** @description The account's roles that count in this session: those that people gave, and those from the groups of its issuer. */
      readonly roles: readonly {
        readonly game_index: number;
        readonly name: string;
        readonly role: components['schemas']['Role'];
      }[];
    };
    readonly SessionRecord: {
      readonly session_id: string;
      readonly created_at: string;
      /** @description Last use, to the minute. */
      readonly seen_at: string;
      readonly address: string;
      readonly user_agent: string;
      /** @description Whether this is the session that makes the request. */
      readonly current: boolean;
    };
    readonly Spending: {
      /** @description Without test purchases. */
      readonly purchases: number;
      /** @description Of these, refunded, disputed or charged back. */
      readonly cancelled: number;
      readonly test_purchases: number;
      /** @description Purchases whose price the market did not name. */
      readonly without_price: number;
      /** @description Most purchases first. */
      readonly currencies: readonly {
        readonly currency: string;
        readonly purchases: number;
        /** @description Everything that was paid, as an exact decimal. */
        readonly spent: string;
        /** @description Of that, given back, in whole or in part, or disputed. */
        readonly refunded: string;
        /** @description Net: paid and not refunded. */
        readonly kept: string;
      }[];
    };
    readonly Subscription: {
      /** @enum {unknown} */
      readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
      readonly subscription_id: string;
      readonly original_transaction_id: string | null;
      /** @description Null until an app server verifies it or the market names an account. */
      readonly account_uuid: string | null;
      readonly product_id: string;
      /** @description Null if it does not renew. */
      readonly auto_renew_product_id: string | null;
      /** @enum {unknown} */
      readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked' | 'replaced';
      readonly expires_at: string | null;
      readonly grace_until: string | null;
      readonly refunded_at: string | null;
      readonly test: boolean;
      readonly created_at: string;
      readonly updated_at: string;
      /** @description `subscription_id` of the one whose place it took. */
      readonly replaces: string | null;
      /** @description `subscription_id` of the one that took its place. */
      readonly replaced_by: string | null;
    };
    readonly SubscriptionFigures: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description In the order of time, up to today. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description With access: paid, in a trial, or in grace. At the end. */
        readonly active: number;
        /** @description Of these, not in their trial. At the end. */
        readonly paying: number;
        /** @description In their trial. At the end. */
        readonly trialing: number;
        /** @description Renewal failed, access goes on. At the end. */
        readonly grace: number;
        /** @description Renewal failed, access has ended, the market tries on. At the end. */
        readonly retry: number;
        /** @description Paused by the player. At the end. */
        readonly paused: number;
        /** @description Paid for the first time. */
        readonly new: number;
        /** @description Paid again without a break. */
        readonly renewed: number;
        /** @description Paid again after a break of more than a day. */
        readonly resurrected: number;
        /** @description Paid subscriptions that ended. */
        readonly churned: number;
        /** @description `churned` by those paying when the period began. */
        readonly churn_rate: string | null;
        /** @description Trials that began. */
        readonly trials: number;
        /** @description Of these trials, those that were paid for by now. */
        readonly converted: number;
        /** @description `converted` by `trials`. */
        readonly conversion_rate: string | null;
        readonly ended: {
          /** @description The player had turned the renewal off. */
          readonly choice: number;
          /** @description The renewal could not be paid. */
          readonly failed_payment: number;
          /** @description Refunded or revoked. */
          readonly refund: number;
          /** @description The market has not said why, or not yet that it goes on. */
          readonly unknown: number;
        };
        /** @description By currency; the movement adds up to the change of `mrr`. */
        readonly mrr: readonly {
          readonly currency: string;
          /** @description Monthly recurring revenue at the end. */
          readonly mrr: string;
          readonly new: string;
          readonly expansion: string;
          readonly contraction: string;
          readonly churn: string;
          readonly resurrection: string;
        }[];
      }[];
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description In the order of time, up to today. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description With access: paid, in a trial, or in grace. At the end. */
          readonly active: number;
          /** @description Of these, not in their trial. At the end. */
          readonly paying: number;
          /** @description In their trial. At the end. */
          readonly trialing: number;
          /** @description Renewal failed, access goes on. At the end. */
          readonly grace: number;
          /** @description Renewal failed, access has ended, the market tries on. At the end. */
          readonly retry: number;
          /** @description Paused by the player. At the end. */
          readonly paused: number;
          /** @description Paid for the first time. */
          readonly new: number;
          /** @description Paid again without a break. */
          readonly renewed: number;
          /** @description Paid again after a break of more than a day. */
          readonly resurrected: number;
          /** @description Paid subscriptions that ended. */
          readonly churned: number;
          /** @description `churned` by those paying when the period began. */
          readonly churn_rate: string | null;
          /** @description Trials that began. */
          readonly trials: number;
          /** @description Of these trials, those that were paid for by now. */
          readonly converted: number;
          /** @description `converted` by `trials`. */
          readonly conversion_rate: string | null;
          readonly ended: {
            /** @description The player had turned the renewal off. */
            readonly choice: number;
            /** @description The renewal could not be paid. */
            readonly failed_payment: number;
            /** @description Refunded or revoked. */
            readonly refund: number;
            /** @description The market has not said why, or not yet that it goes on. */
            readonly unknown: number;
          };
          /** @description By currency; the movement adds up to the change of `mrr`. */
          readonly mrr: readonly {
            readonly currency: string;
            /** @description Monthly recurring revenue at the end. */
            readonly mrr: string;
            readonly new: string;
            readonly expansion: string;
            readonly contraction: string;
            readonly churn: string;
            readonly resurrection: string;
          }[];
        }[];
      } | null;
    };
    readonly SubscriptionRecord: {
      /** @enum {unknown} */
      readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
      readonly subscription_id: string;
      readonly original_transaction_id: string | null;
      /** @description Null until an app server verifies it or the market names an account. */
      readonly account_uuid: string | null;
      readonly product_id: string;
      /** @description Null if it does not renew. */
      readonly auto_renew_product_id: string | null;
      /** @enum {unknown} */
      readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked' | 'replaced';
      readonly expires_at: string | null;
      readonly grace_until: string | null;
      readonly refunded_at: string | null;
      readonly test: boolean;
      readonly created_at: string;
      readonly updated_at: string;
      /** @description `subscription_id` of the one whose place it took. */
      readonly replaces: string | null;
      /** @description `subscription_id` of the one that took its place. */
      readonly replaced_by: string | null;
      /** @description Null when unknown. */
      readonly player_id: (number | string) | null;
      /** @description Newest first. */
      readonly cycles: readonly components['schemas']['Purchase'][];
    };
    readonly TestSent: {
      /** @description URL it was sent to. */
      readonly url: string;
      /**
       * @description `delivered`, or why the attempt failed.
       * @enum {unknown}
       */
      readonly result: 'delivered' | 'result_code' | 'status' | 'answer' | 'network' | 'address';
      readonly status: number | null;
      readonly result_code: number | null;
      /** @description First 4 KiB of the answer. */
      readonly answer: string | null;
      readonly error: string | null;
    };
    readonly TestedAlertChannel: {
      readonly sent: boolean;
      readonly failure: string | null;
    };
    /**
     * @description Language of texts.
     * @enum {unknown}
     */
    readonly TextLanguage: 'en' | 'ko';
    readonly TimelineEntry: {
      /** @description UTC, ISO 8601. */
      readonly at: string;
      /** @description Type of the entry, such as `purchase.recorded`. */
      readonly kind: string;
      readonly details: {
        readonly [key: string]: unknown;
      };
    };
    readonly TypeImport: {
      /** @description Report what would happen, and write nothing. */
      readonly dry_run?: boolean;
      /** @description Name of the file, for the audit log. */
      readonly file?: string;
      readonly lines: readonly components['schemas']['TypeImportLine'][];
    };
    readonly TypeImportLine: {
      /** @description Number of the line in its file. The outcome names it. */
      readonly line: number;
      /**
       * @description `O` operations policy restriction, `N` temporary restriction.
       * @enum {unknown}
       */
      readonly type_status: 'O' | 'N';
      /** @description Type name in Korean, at most 200 bytes. */
      readonly type_name: string;
      /** @description Type name in English, at most 200 bytes. */
      readonly type_en_name: string;
      /** @description One entry per language; `ko` and `en` are required. */
      readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
    };
    readonly VerificationFigures: {
      readonly time_zone: string;
      /** @enum {unknown} */
      readonly step: 'day' | 'week' | 'month';
      /** @description False while the figures do not contain all recorded purchases yet. */
      readonly is_current: boolean;
      /** @description When the first period begins. */
      readonly from: string;
      /** @description When the last one ends. */
      readonly to: string;
      /** @description In the order of time; periods in which nothing happened are left out. */
      readonly items: readonly {
        /** @description When the period begins. */
        readonly at: string;
        /** @description The market; null without `by`. */
        readonly value: string | null;
        /** @description Verifications that recorded a purchase or a cycle. */
        readonly verified: number;
        /** @description Verifications of what was recorded before. */
        readonly duplicates: number;
        /** @description Verifications that were refused. */
        readonly refused: number;
        /** @description Why they were refused, the most frequent first. */
        readonly reasons: readonly {
          readonly reason: string;
          readonly refused: number;
        }[];
        /** @description Verifications without a result: the market did not answer correctly. */
        readonly could_not_ask: number;
        /** @description Calls to the market, of verifications and of everything else. */
        readonly asked: number;
        /** @description Calls that it answered; a rejection is an answer, a 429 or 5xx is none. */
        readonly answered: number;
        /** @description `answered` by `asked`; null without calls. */
        readonly availability: string | null;
        /** @description Half of all answers took at most this long. Interpolated within buckets of 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms. */
        readonly p50_ms: number | null;
        /** @description 95 of 100 answers took at most this long. */
        readonly p95_ms: number | null;
        /** @description Purchases verified in the period, more than an hour ago, that were never reported as delivered. Null when the range has more than 10,000. */
        readonly undelivered: number | null;
      }[];
      readonly totals: readonly {
        /** @description The market; null without `by`. */
        readonly value: string | null;
        /** @description Verifications that recorded a purchase or a cycle. */
        readonly verified: number;
        /** @description Verifications of what was recorded before. */
        readonly duplicates: number;
        /** @description Verifications that were refused. */
        readonly refused: number;
        /** @description Why they were refused, the most frequent first. */
        readonly reasons: readonly {
          readonly reason: string;
          readonly refused: number;
        }[];
        /** @description Verifications without a result: the market did not answer correctly. */
        readonly could_not_ask: number;
        /** @description Calls to the market, of verifications and of everything else. */
        readonly asked: number;
        /** @description Calls that it answered; a rejection is an answer, a 429 or 5xx is none. */
        readonly answered: number;
        /** @description `answered` by `asked`; null without calls. */
        readonly availability: string | null;
        /** @description Half of all answers took at most this long. Interpolated within buckets of 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms. */
        readonly p50_ms: number | null;
        /** @description 95 of 100 answers took at most this long. */
        readonly p95_ms: number | null;
        /** @description Purchases verified in the period, more than an hour ago, that were never reported as delivered. Null when the range has more than 10,000. */
        readonly undelivered: number | null;
      }[];
      readonly compared: {
        /** @description When the first period begins. */
        readonly from: string;
        /** @description When the last one ends. */
        readonly to: string;
        /** @description In the order of time; periods in which nothing happened are left out. */
        readonly items: readonly {
          /** @description When the period begins. */
          readonly at: string;
          /** @description The market; null without `by`. */
          readonly value: string | null;
          /** @description Verifications that recorded a purchase or a cycle. */
          readonly verified: number;
          /** @description Verifications of what was recorded before. */
          readonly duplicates: number;
          /** @description Verifications that were refused. */
          readonly refused: number;
          /** @description Why they were refused, the most frequent first. */
          readonly reasons: readonly {
            readonly reason: string;
            readonly refused: number;
          }[];
          /** @description Verifications without a result: the market did not answer correctly. */
          readonly could_not_ask: number;
          /** @description Calls to the market, of verifications and of everything else. */
          readonly asked: number;
          /** @description Calls that it answered; a rejection is an answer, a 429 or 5xx is none. */
          readonly answered: number;
          /** @description `answered` by `asked`; null without calls. */
          readonly availability: string | null;
          /** @description Half of all answers took at most this long. Interpolated within buckets of 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms. */
          readonly p50_ms: number | null;
          /** @description 95 of 100 answers took at most this long. */
          readonly p95_ms: number | null;
          /** @description Purchases verified in the period, more than an hour ago, that were never reported as delivered. Null when the range has more than 10,000. */
          readonly undelivered: number | null;
        }[];
        readonly totals: readonly {
          /** @description The market; null without `by`. */
          readonly value: string | null;
          /** @description Verifications that recorded a purchase or a cycle. */
          readonly verified: number;
          /** @description Verifications of what was recorded before. */
          readonly duplicates: number;
          /** @description Verifications that were refused. */
          readonly refused: number;
          /** @description Why they were refused, the most frequent first. */
          readonly reasons: readonly {
            readonly reason: string;
            readonly refused: number;
          }[];
          /** @description Verifications without a result: the market did not answer correctly. */
          readonly could_not_ask: number;
          /** @description Calls to the market, of verifications and of everything else. */
          readonly asked: number;
          /** @description Calls that it answered; a rejection is an answer, a 429 or 5xx is none. */
          readonly answered: number;
          /** @description `answered` by `asked`; null without calls. */
          readonly availability: string | null;
          /** @description Half of all answers took at most this long. Interpolated within buckets of 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000 ms. */
          readonly p50_ms: number | null;
          /** @description 95 of 100 answers took at most this long. */
          readonly p95_ms: number | null;
          /** @description Purchases verified in the period, more than an hour ago, that were never reported as delivered. Null when the range has more than 10,000. */
          readonly undelivered: number | null;
        }[];
      } | null;
      /** @description Products with refunds, most conspicuous first; at most 50. */
      readonly products: readonly {
        readonly product: string;
        /** @description Bought in the range. */
        readonly purchases: number;
        /** @description Of these, refunded or disputed by now. */
        readonly cancelled: number;
        /** @description `cancelled` by `purchases`. */
        readonly refund_rate: string;
        /** @description True with at least 20 purchases when the rate is, with 95 % confidence (Wilson), more than 2 times that of the app. */
        readonly unusual: boolean;
      }[];
    };
  };
  responses: {
    /** @description The state of the resource does not allow this. */
    readonly AdminConflict: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body has a Content-Encoding other than identity. */
    readonly AdminEncoding: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['EncodingProblem'];
      };
    };
    /** @description The service failed. */
    readonly AdminFailed: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The role or scope of the caller does not allow this. */
    readonly AdminForbidden: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The request is not valid; `errors` names the fields. */
    readonly AdminInvalid: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description It does not exist, or not for this caller. */
    readonly AdminNotFound: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The token or session is missing or has ended. */
    readonly AdminUnauthorized: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The issuer does not answer. */
    readonly IssuerUnavailable: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The market does not answer. */
    readonly MarketUnavailable: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    readonly RateLimited: Shared['responses']['RateLimited'];
    /** @description Who it is could not be proved. */
    readonly SignInFailed: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description Too many requests. Wait for `Retry-After` seconds. */
    readonly TooManyAttemptsOrRateLimited: {
      headers: {
        /** @description Seconds to wait. */
        readonly 'Retry-After'?: number;
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description Too many requests. Wait for `Retry-After` seconds. */
    readonly TooManyDownloadsOrRateLimited: {
      headers: {
        /** @description Seconds to wait. */
        readonly 'Retry-After'?: number;
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description Too many requests. Wait for `Retry-After` seconds. */
    readonly TooManyReadsOrRateLimited: {
      headers: {
        /** @description Seconds to wait. */
        readonly 'Retry-After'?: number;
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['Problem'];
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
  };
  parameters: {
    /**
     * @description App id, as sent in `appid` and `X-App-Id`.
     * @example com.tollgate.demo
     */
    readonly 'path.appid': string;
    /**
     * @description `webhook-id` of the batch.
     * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
     */
    readonly 'path.batch_id': string;
    /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
    readonly 'path.channel': string;
    /**
     * @description Project number.
     * @example 1001
     */
    readonly 'path.game_index': number;
    /**
     * @description Name of the issuer in `OIDC_ISSUERS`.
     * @example issuer
     */
    readonly 'path.issuer': string;
    /**
     * @description Job id.
     * @example job_5f0c2a
     */
    readonly 'path.job_id': string;
    /** @example APPLE */
    readonly 'path.market':
      | 'APPLE'
      | 'GOOGLE'
      | 'STEAM'
      | 'PG'
      | 'ONESTORE'
      | 'AMAZON'
      | 'SAMSUNG'
      | 'CUSTOM';
    /**
     * @description Player identifier.
     * @example 1
     */
    readonly 'path.player_id': string;
    /**
     * @description Product id, as used by the markets and in requests.
     * @example gems.100
     */
    readonly 'path.product_id': string;
    /**
     * @description Replay id, sent as `webhook-replay`.
     * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
     */
    readonly 'path.replay_id': string;
    /**
     * @description Server id, as sent in `serverId`.
     * @example asia-1
     */
    readonly 'path.server_id': string;
    /**
     * @description `next` of the previous page. Omit it for the first page.
     * @example after
     */
    readonly 'query.after': string;
    /**
     * @description App id, as sent in `appid` and `X-App-Id`.
     * @example com.tollgate.demo
     */
    readonly 'query.appid': string;
    /**
     * @description `webhook-id` of the batch.
     * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
     */
    readonly 'query.batch_id': string;
    /**
     * @description Only players who have logged in on this device.
     * @example 1
     */
    readonly 'query.did': string;
    /**
     * @description Language of texts.
     * @example en
     */
    readonly 'query.language': 'en' | 'ko';
    /**
     * @description Maximum number of items.
     * @example 50
     */
    readonly 'query.limit': number;
    /**
     * @description Player identifier.
     * @example 1
     */
    readonly 'query.player_id': string;
    /** @example APPLE */
    readonly 'query.provider':
      | 'APPLE'
      | 'GOOGLE'
      | 'STEAM'
      | 'PG'
      | 'ONESTORE'
      | 'AMAZON'
      | 'SAMSUNG'
      | 'CUSTOM';
    /**
     * @description `flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.
     * @example flagged
     */
    readonly 'query.status': 'flagged' | 'active' | 'lifted' | 'over' | 'released';
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly 'admin.environment.read': {
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "environment": "production",
           *       "other": {
           *         "environment": "production",
           *         "url": "https://game.example/restrictions"
           *       },
           *       "api_url": "api_url",
           *       "password_reset": true,
           *       "issuers": [
           *         {
           *           "name": "Demo Game",
           *           "label": "label",
           *           "url": "https://game.example/restrictions"
           *         }
           *       ],
           *       "password_sign_in": "owners"
           *     }
           */
          readonly 'application/json': components['schemas']['Environment'];
        };
      };
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.read': {
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account_id": "acc_5f0c2a",
           *       "email": "admin@example.com",
           *       "owner": true,
           *       "second_factor": true,
           *       "second_factor_required": true,
           *       "issuer": "https://tollgate.example",
           *       "csrf": "kC0x3V1…",
           *       "environment": "production",
           *       "other": {
           *         "environment": "production",
           *         "url": "https://game.example/restrictions"
           *       },
           *       "api_url": "api_url",
           *       "password_reset": true,
           *       "issuers": [
           *         {
           *           "name": "Demo Game",
           *           "label": "label",
           *           "url": "https://game.example/restrictions"
           *         }
           *       ],
           *       "password_sign_in": "owners",
           *       "roles": [
           *         {
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "role": "viewer"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Session'];
        };
      };
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.open': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "admin@example.com",
         *       "password": "password",
         *       "code": "123456"
         *     }
         */
        readonly 'application/json': {
          readonly email: components['schemas']['Email'];
          /** @description The password. */
          readonly password: string;
          /** @description Six digits from the authenticator app, or a recovery code. */
          readonly code?: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account_id": "acc_5f0c2a",
           *       "email": "admin@example.com",
           *       "owner": true,
           *       "second_factor": true,
           *       "second_factor_required": true,
           *       "issuer": "https://tollgate.example",
           *       "csrf": "kC0x3V1…",
           *       "environment": "production",
           *       "other": {
           *         "environment": "production",
           *         "url": "https://game.example/restrictions"
           *       },
           *       "api_url": "api_url",
           *       "password_reset": true,
           *       "issuers": [
           *         {
           *           "name": "Demo Game",
           *           "label": "label",
           *           "url": "https://game.example/restrictions"
           *         }
           *       ],
           *       "password_sign_in": "owners",
           *       "roles": [
           *         {
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "role": "viewer"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Session'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['SignInFailed'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.close': {
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.password.request': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "admin@example.com",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          readonly email: components['schemas']['Email'];
          /**
           * @description Language of the e-mail.
           * @default en
           * @enum {unknown}
           */
          readonly language?: 'en' | 'ko';
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.password.reset': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "token": "token",
         *       "new_password": "new_password"
         *     }
         */
        readonly 'application/json': {
          /** @description The part of the link after `#`. */
          readonly token: string;
          /** @description A password of at least 12 characters. */
          readonly new_password: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "email": "admin@example.com"
           *     }
           */
          readonly 'application/json': {
            readonly email: components['schemas']['Email'];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.list': {
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "session_id": "ses_5f0c2a",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "seen_at": "2026-11-15T12:00:00.000Z",
           *           "address": "203.0.113.7",
           *           "user_agent": "Mozilla/5.0",
           *           "current": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['SessionRecord'][];
          };
        };
      };
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.end': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Session id.
         * @example ses_5f0c2a
         */
        readonly session_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.password': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "password": "password",
         *       "new_password": "new_password"
         *     }
         */
        readonly 'application/json': {
          /** @description The password. */
          readonly password: string;
          /** @description A password of at least 12 characters. */
          readonly new_password: string;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.totp.enrol': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "password": "password"
         *     }
         */
        readonly 'application/json': {
          /** @description The password. */
          readonly password: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "secret",
           *       "otpauth_url": "otpauth://totp/Tollgate:admin@example.com?secret=…"
           *     }
           */
          readonly 'application/json': components['schemas']['Enrolment'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.totp.confirm': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        readonly 'application/json': {
          /** @description Six digits from the authenticator app, or a recovery code. */
          readonly code: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recovery_codes": [
           *         "recovery_code"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['RecoveryCodes'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.totp.remove': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "password": "password",
         *       "code": "123456"
         *     }
         */
        readonly 'application/json': {
          /** @description The password. */
          readonly password: string;
          /** @description Six digits from the authenticator app, or a recovery code. */
          readonly code: string;
        };
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.issuer.begin': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Name of the issuer in `OIDC_ISSUERS`.
         * @example issuer
         */
        readonly issuer: components['parameters']['path.issuer'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "next": "next"
         *     }
         */
        readonly 'application/json': {
          /** @description Path of the console to go on at. */
          readonly next?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://game.example/restrictions"
           *     }
           */
          readonly 'application/json': {
            /** @description Address at the issuer to send the browser to. */
            readonly url: string;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['IssuerUnavailable'];
    };
  };
  readonly 'admin.session.leave': {
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://game.example/restrictions"
           *     }
           */
          readonly 'application/json': {
            /** @description Address at the issuer that signs out there. Null: there is none. */
            readonly url: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.issuer.list': {
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "issuer": "https://tollgate.example",
           *           "subject": "subject",
           *           "created_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['IssuerConnection'][];
          };
        };
      };
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.session.issuer.connect': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Name of the issuer in `OIDC_ISSUERS`.
         * @example issuer
         */
        readonly issuer: components['parameters']['path.issuer'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "password": "password"
         *     }
         */
        readonly 'application/json': {
          /** @description The password. */
          readonly password: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://game.example/restrictions"
           *     }
           */
          readonly 'application/json': {
            /** @description Address at the issuer to send the browser to. */
            readonly url: string;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['IssuerUnavailable'];
    };
  };
  readonly 'admin.session.issuer.disconnect': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Name of the issuer in `OIDC_ISSUERS`.
         * @example issuer
         */
        readonly issuer: components['parameters']['path.issuer'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['IssuerUnavailable'];
    };
  };
  readonly 'admin.member.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "account_id": "acc_5f0c2a",
           *           "email": "admin@example.com",
           *           "role": "viewer",
           *           "limits": {
           *             "types": [
           *               {
           *                 "appid": "com.tollgate.demo",
           *                 "block_type": 1
           *               }
           *             ],
           *             "scopes": [
           *               "scope"
           *             ],
           *             "longest_days": 1
           *           },
           *           "second_factor": true,
           *           "disabled": true,
           *           "issuer": "https://tollgate.example"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Member'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.member.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Account id.
         * @example acc_5f0c2a
         */
        readonly account_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.member.change': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Account id.
         * @example acc_5f0c2a
         */
        readonly account_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "role": "viewer",
         *       "limits": {
         *         "types": [
         *           {
         *             "appid": "com.tollgate.demo",
         *             "block_type": 1
         *           }
         *         ],
         *         "scopes": [
         *           "scope"
         *         ],
         *         "longest_days": 1
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly role?: components['schemas']['Role'];
          /** @description Restrictions that may be set, changed and released. Null: all. */
          readonly limits?: components['schemas']['RestrictionLimits'] | null;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account_id": "acc_5f0c2a",
           *       "email": "admin@example.com",
           *       "role": "viewer",
           *       "limits": {
           *         "types": [
           *           {
           *             "appid": "com.tollgate.demo",
           *             "block_type": 1
           *           }
           *         ],
           *         "scopes": [
           *           "scope"
           *         ],
           *         "longest_days": 1
           *       },
           *       "second_factor": true,
           *       "disabled": true,
           *       "issuer": "https://tollgate.example"
           *     }
           */
          readonly 'application/json': components['schemas']['Member'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.member.invitations': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "invitation_id": "inv_5f0c2a",
           *           "email": "admin@example.com",
           *           "game_index": 1001,
           *           "role": "viewer",
           *           "limits": {
           *             "types": [
           *               {
           *                 "appid": "com.tollgate.demo",
           *                 "block_type": 1
           *               }
           *             ],
           *             "scopes": [
           *               "scope"
           *             ],
           *             "longest_days": 1
           *           },
           *           "invited_by": "admin@example.com",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z",
           *           "email_state": "waiting",
           *           "email_failure": "email_failure"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Invitation'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.member.invite': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "admin@example.com",
         *       "role": "viewer",
         *       "limits": {
         *         "types": [
         *           {
         *             "appid": "com.tollgate.demo",
         *             "block_type": 1
         *           }
         *         ],
         *         "scopes": [
         *           "scope"
         *         ],
         *         "longest_days": 1
         *       },
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          readonly email: components['schemas']['Email'];
          readonly role: components['schemas']['Role'];
          /** @description Restrictions that may be set, changed and released. Null: all. */
          readonly limits?: components['schemas']['RestrictionLimits'] | null;
          /**
           * @description Language of the e-mail.
           * @default en
           * @enum {unknown}
           */
          readonly language?: 'en' | 'ko';
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation_id": "inv_5f0c2a",
           *       "email": "admin@example.com",
           *       "game_index": 1001,
           *       "role": "viewer",
           *       "limits": {
           *         "types": [
           *           {
           *             "appid": "com.tollgate.demo",
           *             "block_type": 1
           *           }
           *         ],
           *         "scopes": [
           *           "scope"
           *         ],
           *         "longest_days": 1
           *       },
           *       "invited_by": "admin@example.com",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "expires_at": "2026-11-15T12:00:00.000Z",
           *       "email_state": "waiting",
           *       "email_failure": "email_failure",
           *       "link": "https://tollgate.example/console/invitation#…"
           *     }
           */
          readonly 'application/json': components['schemas']['NewInvitation'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.member.invitation.withdraw': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Invitation id.
         * @example inv_5f0c2a
         */
        readonly invitation_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.owner.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "account_id": "acc_5f0c2a",
           *           "email": "admin@example.com",
           *           "owner": true,
           *           "issuer": "https://tollgate.example",
           *           "disabled": true,
           *           "second_factor": true,
           *           "created_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Account'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.invitation.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "invitation_id": "inv_5f0c2a",
           *           "email": "admin@example.com",
           *           "game_index": 1001,
           *           "role": "viewer",
           *           "limits": {
           *             "types": [
           *               {
           *                 "appid": "com.tollgate.demo",
           *                 "block_type": 1
           *               }
           *             ],
           *             "scopes": [
           *               "scope"
           *             ],
           *             "longest_days": 1
           *           },
           *           "invited_by": "admin@example.com",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z",
           *           "email_state": "waiting",
           *           "email_failure": "email_failure"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Invitation'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.invitation.create': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "admin@example.com",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          readonly email: components['schemas']['Email'];
          /**
           * @description Language of the e-mail.
           * @default en
           * @enum {unknown}
           */
          readonly language?: 'en' | 'ko';
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation_id": "inv_5f0c2a",
           *       "email": "admin@example.com",
           *       "game_index": 1001,
           *       "role": "viewer",
           *       "limits": {
           *         "types": [
           *           {
           *             "appid": "com.tollgate.demo",
           *             "block_type": 1
           *           }
           *         ],
           *         "scopes": [
           *           "scope"
           *         ],
           *         "longest_days": 1
           *       },
           *       "invited_by": "admin@example.com",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "expires_at": "2026-11-15T12:00:00.000Z",
           *       "email_state": "waiting",
           *       "email_failure": "email_failure",
           *       "link": "https://tollgate.example/console/invitation#…"
           *     }
           */
          readonly 'application/json': components['schemas']['NewInvitation'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.invitation.withdraw': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Invitation id.
         * @example inv_5f0c2a
         */
        readonly invitation_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.invitation.open': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "token": "token"
         *     }
         */
        readonly 'application/json': {
          /** @description The part of the link after `#`. */
          readonly token: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "email": "admin@example.com",
           *       "project": "Demo Game",
           *       "role": "viewer",
           *       "has_account": true
           *     }
           */
          readonly 'application/json': components['schemas']['OpenInvitation'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.invitation.accept': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "token": "token",
         *       "password": "password"
         *     }
         */
        readonly 'application/json': {
          /** @description The part of the link after `#`. */
          readonly token: string;
          /** @description The password. */
          readonly password: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "email": "admin@example.com"
           *     }
           */
          readonly 'application/json': {
            readonly email: components['schemas']['Email'];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyAttemptsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page.
         * @example 1
         */
        readonly after?: string;
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "created_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Project'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.create': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "game_index": 1001
         *     }
         */
        readonly 'application/json': components['schemas']['NewProject'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Project'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Project'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.rename': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game"
         *     }
         */
        readonly 'application/json': {
          readonly name: components['schemas']['Name'];
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Project'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.second-factor.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "required": true
           *     }
           */
          readonly 'application/json': {
            /** @description Whether everyone in the project needs one. */
            readonly required: boolean;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.project.second-factor': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "required": true
         *     }
         */
        readonly 'application/json': {
          /** @description Whether everyone in the project needs one. */
          readonly required: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "required": true
           *     }
           */
          readonly 'application/json': {
            /** @description Whether everyone in the project needs one. */
            readonly required: boolean;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.app.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "time_zone": "Asia/Seoul",
           *           "account_namespace": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "created_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['App'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.app.create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "name": "Demo Game",
         *       "time_zone": "Asia/Seoul"
         *     }
         */
        readonly 'application/json': {
          readonly appid: components['schemas']['Appid'];
          readonly name: components['schemas']['Name'];
          /** @description IANA time zone of restriction dates, such as `Asia/Seoul`. */
          readonly time_zone?: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "time_zone": "Asia/Seoul",
           *       "account_namespace": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['App'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.app.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "time_zone": "Asia/Seoul",
           *       "account_namespace": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['App'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.app.delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.app.change': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "time_zone": "Asia/Seoul"
         *     }
         */
        readonly 'application/json': components['schemas']['AppChange'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "time_zone": "Asia/Seoul",
           *       "account_namespace": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['App'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.key.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "key_id": "key_5f0c2a",
           *           "hint": "uRzY",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['CertificationKey'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.key.create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "key_5f0c2a",
           *       "service_certification_key": "tgk_8Zk3…"
           *     }
           */
          readonly 'application/json': components['schemas']['NewCertificationKey'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.key.rotate': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "grace_seconds": 86400
         *     }
         */
        readonly 'application/json': components['schemas']['Rotation'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "key_5f0c2a",
           *       "service_certification_key": "tgk_8Zk3…"
           *     }
           */
          readonly 'application/json': components['schemas']['NewCertificationKey'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.key.revoke': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Key id.
         * @example key_5f0c2a
         */
        readonly key_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.price-key.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "key_id": "key_5f0c2a",
           *           "hint": "uRzY",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PriceKey'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.price-key.rotate': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "grace_seconds": 86400
         *     }
         */
        readonly 'application/json': components['schemas']['Rotation'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key_id": "key_5f0c2a",
           *       "price_key": "price_key"
           *     }
           */
          readonly 'application/json': components['schemas']['NewPriceKey'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.price-key.revoke': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Key id.
         * @example key_5f0c2a
         */
        readonly key_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.client.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "client_id": "tgc_5f0c2a",
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "secrets": [
           *             {
           *               "hint": "uRzY",
           *               "created_at": "2026-11-15T12:00:00.000Z",
           *               "expires_at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ]
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['OauthClient'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.client.create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game"
         *     }
         */
        readonly 'application/json': {
          readonly name: components['schemas']['Name'];
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client_id": "tgc_5f0c2a",
           *       "client_secret": "tgs_8Zk3…"
           *     }
           */
          readonly 'application/json': components['schemas']['ClientCredentials'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.client.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Client id.
         * @example tgc_5f0c2a
         */
        readonly client_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client_id": "tgc_5f0c2a",
           *       "game_index": 1001,
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "secrets": [
           *         {
           *           "hint": "uRzY",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['OauthClient'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.client.delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Client id.
         * @example tgc_5f0c2a
         */
        readonly client_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.client.rotate': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Client id.
         * @example tgc_5f0c2a
         */
        readonly client_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "grace_seconds": 86400
         *     }
         */
        readonly 'application/json': components['schemas']['Rotation'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client_id": "tgc_5f0c2a",
           *       "client_secret": "tgs_8Zk3…"
           *     }
           */
          readonly 'application/json': components['schemas']['ClientCredentials'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "game_index": 1001,
           *           "channel": "restriction",
           *           "url": "https://game.example/restrictions",
           *           "key_hint": "uRzY",
           *           "updated_at": "2026-11-15T12:00:00.000Z",
           *           "old_key": {
           *             "hint": "uRzY",
           *             "ends_at": "2026-11-15T12:00:00.000Z"
           *           },
           *           "bearer_hint": "bearer_hint",
           *           "restriction_events": true,
           *           "events": [
           *             ""
           *           ],
           *           "apps": [
           *             "app"
           *           ],
           *           "markets": [
           *             ""
           *           ],
           *           "waiting": 1,
           *           "refused": 1,
           *           "oldest_at": "2026-11-15T12:00:00.000Z",
           *           "paused": true,
           *           "sending": true,
           *           "failures": 1,
           *           "next_attempt_at": "2026-11-15T12:00:00.000Z",
           *           "dead_letters": 1
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ReceiverState'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "url": "https://game.example/restrictions",
           *       "key_hint": "uRzY",
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "old_key": {
           *         "hint": "uRzY",
           *         "ends_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "bearer_hint": "bearer_hint",
           *       "restriction_events": true,
           *       "events": [
           *         ""
           *       ],
           *       "apps": [
           *         "app"
           *       ],
           *       "markets": [
           *         ""
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Receiver'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "url": "https://game.example/restrictions",
         *       "key": "https://game.example/shop",
         *       "new_key": true,
         *       "bearer": "https://game.example/shop",
         *       "restriction_events": true,
         *       "events": [
         *         ""
         *       ],
         *       "apps": [
         *         "app"
         *       ],
         *       "markets": [
         *         ""
         *       ],
         *       "skip_test": true
         *     }
         */
        readonly 'application/json': components['schemas']['ReceiverInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "url": "https://game.example/restrictions",
           *       "key_hint": "uRzY",
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "old_key": {
           *         "hint": "uRzY",
           *         "ends_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "bearer_hint": "bearer_hint",
           *       "restriction_events": true,
           *       "events": [
           *         ""
           *       ],
           *       "apps": [
           *         "app"
           *       ],
           *       "markets": [
           *         ""
           *       ],
           *       "key": "tgg_8Zk3Vq1xW0"
           *     }
           */
          readonly 'application/json': components['schemas']['RegisteredReceiver'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.rotate-key': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "key": "https://game.example/shop",
         *       "grace_seconds": 86400
         *     }
         */
        readonly 'application/json': {
          /** @description The new key: 16 to 512 visible characters. Default: Tollgate creates one. */
          readonly key?: string;
          /**
           * @description How long the current key signs as well; 0 ends it at once.
           * @default 86400
           */
          readonly grace_seconds?: number;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "url": "https://game.example/restrictions",
           *       "key_hint": "uRzY",
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "old_key": {
           *         "hint": "uRzY",
           *         "ends_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "bearer_hint": "bearer_hint",
           *       "restriction_events": true,
           *       "events": [
           *         ""
           *       ],
           *       "apps": [
           *         "app"
           *       ],
           *       "markets": [
           *         ""
           *       ],
           *       "key": "tgg_8Zk3Vq1xW0"
           *     }
           */
          readonly 'application/json': components['schemas']['RegisteredReceiver'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.receiver.end-old-key': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "waiting": 1,
           *       "refused": 1,
           *       "oldest_at": "2026-11-15T12:00:00.000Z",
           *       "paused": true,
           *       "sending": true,
           *       "next_attempt_at": "2026-11-15T12:00:00.000Z",
           *       "batch": {
           *         "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "messages": 1,
           *         "attempts": 1,
           *         "created_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "dead_letters": 1
           *     }
           */
          readonly 'application/json': components['schemas']['OutboxState'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.pause': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "waiting": 1,
           *       "refused": 1,
           *       "oldest_at": "2026-11-15T12:00:00.000Z",
           *       "paused": true,
           *       "sending": true,
           *       "next_attempt_at": "2026-11-15T12:00:00.000Z",
           *       "batch": {
           *         "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "messages": 1,
           *         "attempts": 1,
           *         "created_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "dead_letters": 1
           *     }
           */
          readonly 'application/json': components['schemas']['OutboxState'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.resume': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game_index": 1001,
           *       "channel": "restriction",
           *       "waiting": 1,
           *       "refused": 1,
           *       "oldest_at": "2026-11-15T12:00:00.000Z",
           *       "paused": true,
           *       "sending": true,
           *       "next_attempt_at": "2026-11-15T12:00:00.000Z",
           *       "batch": {
           *         "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "messages": 1,
           *         "attempts": 1,
           *         "created_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "dead_letters": 1
           *     }
           */
          readonly 'application/json': components['schemas']['OutboxState'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.test': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://game.example/restrictions",
           *       "result": "delivered",
           *       "status": 200,
           *       "result_code": 0,
           *       "answer": "{\"result_code\":0}",
           *       "error": null
           *     }
           */
          readonly 'application/json': components['schemas']['TestSent'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.attempts': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description `webhook-id` of the batch.
         * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly batch_id?: components['parameters']['query.batch_id'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "number": 1,
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "messages": 1,
           *           "result": "delivered",
           *           "status": 200,
           *           "result_code": 0,
           *           "duration_ms": 84,
           *           "answer": "{\"result_code\":0}",
           *           "answer_headers": {},
           *           "error": null
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Attempt'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.request': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description `webhook-id` of the batch.
         * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly batch_id: components['parameters']['path.batch_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "url": "https://game.example/restrictions",
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "body": "body",
           *       "attempts": [
           *         {
           *           "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "number": 1,
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "messages": 1,
           *           "result": "delivered",
           *           "status": 200,
           *           "result_code": 0,
           *           "duration_ms": 84,
           *           "answer": "{\"result_code\":0}",
           *           "answer_headers": {},
           *           "error": null
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['SentRequest'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.player': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 1
         */
        readonly after?: string;
        /** @description Which game server. Default: `restriction`, the first one. */
        readonly receiver?: string;
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "number": 1,
           *           "appid": "com.tollgate.demo",
           *           "queued_at": "2026-11-15T12:00:00.000Z",
           *           "again": true,
           *           "state": "delivered",
           *           "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "delivered_at": "2026-11-15T12:00:00.000Z",
           *           "message": {},
           *           "attempts": 1,
           *           "last_attempt": {
           *             "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *             "number": 1,
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "messages": 1,
           *             "result": "delivered",
           *             "status": 200,
           *             "result_code": 0,
           *             "duration_ms": 84,
           *             "answer": "{\"result_code\":0}",
           *             "answer_headers": {},
           *             "error": null
           *           }
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerDelivery'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.resend': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "appid": "com.tollgate.demo"
           *     }
           */
          readonly 'application/json': components['schemas']['Resent'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.dead-letters': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 1
         */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "url": "https://game.example/restrictions",
           *           "messages": 1,
           *           "attempts": 1,
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "died_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['DeadLetter'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.delete-letters': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.dead-letter': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description `webhook-id` of the batch.
         * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly batch_id: components['parameters']['path.batch_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "batch_id": "msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "url": "https://game.example/restrictions",
           *       "messages": 1,
           *       "attempts": 1,
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "died_at": "2026-11-15T12:00:00.000Z",
           *       "body": "body"
           *     }
           */
          readonly 'application/json': components['schemas']['DeadLetterRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.delete-letter': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description `webhook-id` of the batch.
         * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly batch_id: components['parameters']['path.batch_id'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.replay': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description `webhook-id` of the batch.
         * @example msg_7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly batch_id: components['parameters']['path.batch_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "letters": 1,
           *       "queued": 1,
           *       "overtaken": 1
           *     }
           */
          readonly 'application/json': components['schemas']['Replayed'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.outbox.replay-all': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "letters": 1,
           *       "queued": 1,
           *       "overtaken": 1
           *     }
           */
          readonly 'application/json': components['schemas']['Replayed'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.replay.dry-run': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "from": "2026-11-15T12:00:00.000Z",
         *       "to": "2026-11-15T12:00:00.000Z",
         *       "appid": "com.tollgate.demo",
         *       "player_id": "1",
         *       "events": [
         *         ""
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ReplayInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "requests": 1,
           *       "messages": 1,
           *       "matching": 1,
           *       "left_out": 1,
           *       "kept_since": "kept_since"
           *     }
           */
          readonly 'application/json': components['schemas']['ReplayPlan'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.replay.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "replay_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "state": "running",
           *           "from": "2026-11-15T12:00:00.000Z",
           *           "to": "2026-11-15T12:00:00.000Z",
           *           "events": [
           *             "event"
           *           ],
           *           "appid": "com.tollgate.demo",
           *           "player_id": "player_id",
           *           "requests": 1,
           *           "sent": 1,
           *           "actor": "admin@example.com",
           *           "actor_kind": "actor_kind",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "finished_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Replay'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.replay.begin': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "from": "2026-11-15T12:00:00.000Z",
         *       "to": "2026-11-15T12:00:00.000Z",
         *       "appid": "com.tollgate.demo",
         *       "player_id": "1",
         *       "events": [
         *         ""
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ReplayInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replay_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "state": "running",
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "events": [
           *         "event"
           *       ],
           *       "appid": "com.tollgate.demo",
           *       "player_id": "player_id",
           *       "requests": 1,
           *       "sent": 1,
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Replay'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.replay.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description Replay id, sent as `webhook-replay`.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly replay_id: components['parameters']['path.replay_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replay_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "state": "running",
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "events": [
           *         "event"
           *       ],
           *       "appid": "com.tollgate.demo",
           *       "player_id": "player_id",
           *       "requests": 1,
           *       "sent": 1,
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Replay'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.replay.cancel': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /** @description `restriction`: the game server. `purchase`: the first receiver of events. `purchase:analytics`: another receiver of the channel, by its name of lower case letters, digits and hyphens. */
        readonly channel: components['parameters']['path.channel'];
        /**
         * @description Replay id, sent as `webhook-replay`.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly replay_id: components['parameters']['path.replay_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replay_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "state": "running",
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "events": [
           *         "event"
           *       ],
           *       "appid": "com.tollgate.demo",
           *       "player_id": "player_id",
           *       "requests": 1,
           *       "sent": 1,
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Replay'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.attention': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dead_letters": [
           *         {
           *           "channel": "restriction",
           *           "count": 1
           *         }
           *       ],
           *       "markets": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "market": "APPLE",
           *           "refused_since": "refused_since",
           *           "failing_since": "failing_since"
           *         }
           *       ],
           *       "appeals": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "count": 1
           *         }
           *       ],
           *       "actions": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "count": 1
           *         }
           *       ],
           *       "alerts": 1
           *     }
           */
          readonly 'application/json': components['schemas']['Attention'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
        /**
         * @description `open`: only those whose condition goes on, in one page.
         * @example all
         */
        readonly state?: 'open' | 'all';
        /**
         * @description Language of texts.
         * @example en
         */
        readonly language?: components['parameters']['query.language'];
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "alert_id": "alert_id",
           *           "kind": "dead_letters",
           *           "appid": "com.tollgate.demo",
           *           "title": "Access restricted",
           *           "text": "The market accepted the settings.",
           *           "page": "page",
           *           "opened_at": "2026-11-15T12:00:00.000Z",
           *           "closed_at": "2026-11-15T12:00:00.000Z",
           *           "acknowledged_at": "2026-11-15T12:00:00.000Z",
           *           "acknowledged_by": "acknowledged_by"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Alert'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.acknowledge': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Id of the alert.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly alert_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "alert_id": "alert_id",
           *       "kind": "dead_letters",
           *       "appid": "com.tollgate.demo",
           *       "title": "Access restricted",
           *       "text": "The market accepted the settings.",
           *       "page": "page",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "closed_at": "2026-11-15T12:00:00.000Z",
           *       "acknowledged_at": "2026-11-15T12:00:00.000Z",
           *       "acknowledged_by": "acknowledged_by"
           *     }
           */
          readonly 'application/json': components['schemas']['Alert'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.settings.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "off": [],
           *       "market_down_minutes": 5,
           *       "refund_minimum": 10,
           *       "refund_factor": 3,
           *       "failure_minimum": 20,
           *       "failure_factor": 3,
           *       "expiry_days": 7,
           *       "appeal_days": 3,
           *       "dispute_days": 3
           *     }
           */
          readonly 'application/json': components['schemas']['AlertSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "off": [],
         *       "market_down_minutes": 5,
         *       "refund_minimum": 10,
         *       "refund_factor": 3,
         *       "failure_minimum": 20,
         *       "failure_factor": 3,
         *       "expiry_days": 7,
         *       "appeal_days": 3,
         *       "dispute_days": 3
         *     }
         */
        readonly 'application/json': components['schemas']['AlertSettings'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "off": [],
           *       "market_down_minutes": 5,
           *       "refund_minimum": 10,
           *       "refund_factor": 3,
           *       "failure_minimum": 20,
           *       "failure_factor": 3,
           *       "expiry_days": 7,
           *       "appeal_days": 3,
           *       "dispute_days": 3
           *     }
           */
          readonly 'application/json': components['schemas']['AlertSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.channel.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "channel_id": "channel_id",
           *           "kind": "email",
           *           "hint": "uRzY",
           *           "language": "en",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "created_by": "admin@example.com",
           *           "failed_at": "2026-11-15T12:00:00.000Z",
           *           "failure": "failure"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['AlertChannel'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.channel.add': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "kind": "email",
         *       "target": "com.tollgate.demo",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': components['schemas']['AlertChannelInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "channel_id": "channel_id",
           *       "kind": "email",
           *       "hint": "uRzY",
           *       "language": "en",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "created_by": "admin@example.com",
           *       "failed_at": "2026-11-15T12:00:00.000Z",
           *       "failure": "failure"
           *     }
           */
          readonly 'application/json': components['schemas']['AlertChannel'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.channel.test': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Id of the channel.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly channel_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sent": true,
           *       "failure": "failure"
           *     }
           */
          readonly 'application/json': components['schemas']['TestedAlertChannel'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.alert.channel.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description Id of the channel.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly channel_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.notices.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `kept`: stored, but of a kind that changes nothing.
         * @example waiting
         */
        readonly state?: 'waiting' | 'applied' | 'kept' | 'failed';
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "provider": "APPLE",
           *           "notice_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "kind": "kind",
           *           "state": "waiting",
           *           "said_at": "2026-11-15T12:00:00.000Z",
           *           "received_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Notice'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.notices.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'PG' | 'ONESTORE' | 'AMAZON' | 'SAMSUNG' | 'CUSTOM';
        /**
         * @description APPLE: notificationUUID. GOOGLE: messageId. PG: the gateway's webhook id. ONESTORE: `purchaseId` and `purchaseState`. AMAZON: MessageId. SAMSUNG: `purchaseId` and `sub`. CUSTOM: id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly notice_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "provider": "APPLE",
           *       "notice_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "kind": "kind",
           *       "state": "waiting",
           *       "said_at": "2026-11-15T12:00:00.000Z",
           *       "received_at": "2026-11-15T12:00:00.000Z",
           *       "body": "body"
           *     }
           */
          readonly 'application/json': components['schemas']['NoticeRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.notices.replay': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'PG' | 'ONESTORE' | 'AMAZON' | 'SAMSUNG' | 'CUSTOM';
        /**
         * @description APPLE: notificationUUID. GOOGLE: messageId. PG: the gateway's webhook id. ONESTORE: `purchaseId` and `purchaseState`. AMAZON: MessageId. SAMSUNG: `purchaseId` and `sub`. CUSTOM: id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly notice_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "provider": "APPLE",
           *       "notice_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "kind": "kind",
           *       "state": "waiting",
           *       "said_at": "2026-11-15T12:00:00.000Z",
           *       "received_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Notice'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "market": "APPLE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "updated_at": "2026-11-15T12:00:00.000Z",
           *           "refused": {
           *             "since": "since",
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "code": "123456",
           *             "details": {},
           *             "text": "The market accepted the settings."
           *           },
           *           "failing_since": "failing_since",
           *           "former": [
           *             {
           *               "gateway": "STRIPE",
           *               "settings": {},
           *               "secrets_set": [
           *                 "secrets_set"
           *               ],
           *               "replaced_at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['MarketRecord'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly market: components['parameters']['path.market'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly market: components['parameters']['path.market'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.APPLE': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "bundle_id": "com.example.game",
         *         "app_apple_id": 1,
         *         "issuer_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *         "key_id": "key_5f0c2a",
         *         "accept_sandbox": true,
         *         "answer_refund_requests": false,
         *         "customer_consented": false,
         *         "refund_preference": "DECLINE",
         *         "sample_content_provided": false,
         *         "report_external_sales": false,
         *         "external_reporting_currency": "USD",
         *         "external_no_sale_days": 5
         *       },
         *       "secrets": {
         *         "private_key": "private_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Bundle id of the app. */
            readonly bundle_id: string;
            /** @description Apple ID of the app (a number). */
            readonly app_apple_id: number;
            /** @description Issuer of the App Store Server API key. */
            readonly issuer_id?: string;
            /** @description Id of the App Store Server API key. */
            readonly key_id?: string;
            /**
             * @description Accepts Apple sandbox receipts in production, as App Review requires.
             * @default true
             */
            readonly accept_sandbox?: boolean;
            /**
             * @description Answers when Apple asks about a refund (CONSUMPTION_REQUEST) with the delivery result of the purchase.
             * @default false
             */
            readonly answer_refund_requests?: boolean;
            /**
             * @description Your players have agreed that you send Apple data about their purchases. Without it nothing is answered.
             * @default false
             */
            readonly customer_consented?: boolean;
            /**
             * @description What you prefer Apple to do with a refund request. Without it, no preference. `GRANT_PRORATED`: by how much was used.
             * @enum {unknown}
             */
            readonly refund_preference?: 'DECLINE' | 'GRANT_FULL' | 'GRANT_PRORATED';
            /**
             * @description Players can try the content, or learn what it does, before they buy it.
             * @default false
             */
            readonly sample_content_provided?: boolean;
            /**
             * @description Reports sales in your web shop to buyers from the app (External Purchase Server API). Needs the API key. Orders take `externalPurchaseToken`.
             * @default false
             */
            readonly report_external_sales?: boolean;
            /**
             * @description Currency of reports about prices in a currency that Apple takes no reports in. The exchange rates are those of the figures.
             * @default USD
             * @enum {unknown}
             */
            readonly external_reporting_currency?:
              | 'AED'
              | 'AUD'
              | 'BGN'
              | 'BRL'
              | 'CAD'
              | 'CHF'
              | 'CLP'
              | 'CNY'
              | 'COP'
              | 'CZK'
              | 'DKK'
              | 'EGP'
              | 'EUR'
              | 'GBP'
              | 'HKD'
              | 'HUF'
              | 'IDR'
              | 'ILS'
              | 'INR'
              | 'JPY'
              | 'KRW'
              | 'KZT'
              | 'MXN'
              | 'MYR'
              | 'NGN'
              | 'NOK'
              | 'NZD'
              | 'PEN'
              | 'PHP'
              | 'PKR'
              | 'PLN'
              | 'QAR'
              | 'RON'
              | 'RUB'
              | 'SAR'
              | 'SEK'
              | 'SGD'
              | 'THB'
              | 'TRY'
              | 'TWD'
              | 'TZS'
              | 'USD'
              | 'VND'
              | 'ZAR';
            /**
             * @description Days after which a token without a sale is reported as such. Apple asks after ten.
             * @default 5
             */
            readonly external_no_sale_days?: number;
          };
          readonly secrets?: {
            /** @description App Store Server API key (.p8 text). Omit it to keep the current value; send null to remove it. */
            readonly private_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.GOOGLE': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "package_name": "com.example.game",
         *         "service_account_email": "verify@game.iam.gserviceaccount.com",
         *         "after_verify": "acknowledge",
         *         "push_audience": "push_audience",
         *         "push_email": "push@game.iam.gserviceaccount.com",
         *         "answer_refund_requests": false,
         *         "report_external_sales": false
         *       },
         *       "secrets": {
         *         "service_account": "service_account",
         *         "licence_key": "licence_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Package name of the app. */
            readonly package_name: string;
            /** @description E-mail address of the service account, for display only. */
            readonly service_account_email?: string;
            /**
             * @description What Tollgate does at Google Play after it records a consumable purchase.
             * @default acknowledge
             * @enum {unknown}
             */
            readonly after_verify?: 'acknowledge' | 'consume';
            /** @description Audience required in the tokens of Pub/Sub pushes. */
            readonly push_audience?: string;
            /** @description Service account that signs Pub/Sub pushes. */
            readonly push_email?: string;
            /**
             * @description Answers when Google asks about a refund: decline if the game reported the delivery, approve if it was not delivered or taken back, else no preference.
             * @default false
             */
            readonly answer_refund_requests?: boolean;
            /**
             * @description Reports sales in your web shop to buyers from the app (external transactions). Orders take `externalTransactionToken`.
             * @default false
             */
            readonly report_external_sales?: boolean;
          };
          readonly secrets?: {
            /** @description Service account key file (JSON text). Omit it to keep the current value; send null to remove it. */
            readonly service_account?: string | null;
            /** @description Licence key of the app (base64). Omit it to keep the current value; send null to remove it. */
            readonly licence_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.STEAM': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "steam_app_id": 1,
         *         "amount_divisor": 100
         *       },
         *       "secrets": {
         *         "publisher_key": "publisher_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Steam app id. */
            readonly steam_app_id: number;
            /**
             * @description Tollgate divides Steam amounts by this number.
             * @default 100
             */
            readonly amount_divisor?: number;
          };
          readonly secrets?: {
            /** @description Publisher Web API key. If it is bound to server addresses at Steamworks, include the outgoing address of this server. Omit it to keep the current value; send null to remove it. */
            readonly publisher_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.PG': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "gateway": "STRIPE",
         *         "store_id": "store_id",
         *         "channel_key": "channel_key",
         *         "pay_methods": [
         *           {
         *             "channel_key": "channel_key",
         *             "pay_method": "CARD",
         *             "customer_fields": [
         *               "fullName"
         *             ],
         *             "easy_pay_provider": "APPLEPAY",
         *             "naverpay_category": "ETC/ETC",
         *             "label": "label"
         *           }
         *         ],
         *         "client_id": "tgc_5f0c2a",
         *         "webhook_id": "webhook_id",
         *         "success_url": "https://game.example/shop",
         *         "cancel_url": "https://game.example/shop"
         *       },
         *       "secrets": {
         *         "api_secret": "api_secret",
         *         "webhook_secret": "webhook_secret"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /**
             * @description The payment gateway.
             * @enum {unknown}
             */
            readonly gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL';
            /** @description Store id at the gateway (PortOne). */
            readonly store_id?: string;
            /** @description Channel key at the gateway (PortOne), for cards only. */
            readonly channel_key?: string;
            /** @description Payment methods that the buyer chooses from (PortOne), instead of `channel_key`. */
            readonly pay_methods?: readonly {
              /** @description Channel key at PortOne. */
              readonly channel_key: string;
              /**
               * @description Payment method of the channel. KakaoPay, for example, is `EASY_PAY`.
               * @enum {unknown}
               */
              readonly pay_method: 'CARD' | 'EASY_PAY' | 'TRANSFER' | 'MOBILE' | 'VIRTUAL_ACCOUNT';
              /** @description What the channel must know of the buyer; KG Inicis needs all three. Sent with the order, or asked on the payment page. */
              readonly customer_fields?: readonly ('fullName' | 'phoneNumber' | 'email')[];
              /**
               * @description Whose easy pay it is, for `EASY_PAY` at a channel that takes cards, such as KG Inicis or Toss Payments.
               * @enum {unknown}
               */
              readonly easy_pay_provider?:
                | 'APPLEPAY'
                | 'KAKAOPAY'
                | 'KPAY'
                | 'LGPAY'
                | 'LPAY'
                | 'NAVERPAY'
                | 'PAYCO'
                | 'PINPAY'
                | 'SAMSUNGPAY'
                | 'SKPAY'
                | 'SMILEPAY'
                | 'SSGPAY'
                | 'TOSSPAY';
              /**
               * @description Required at a channel of NaverPay: category type and id of the goods in NaverPay's list, such as `ETC/ETC`.
               * @example ETC/ETC
               */
              readonly naverpay_category?: string;
              /** @description Name of the method on the payment page. */
              readonly label?: string;
            }[];
            /** @description Client ID of the REST app at the gateway (PayPal). */
            readonly client_id?: string;
            /** @description ID of the webhook at the gateway (PayPal). Without it, Tollgate rejects every webhook. */
            readonly webhook_id?: string;
            /**
             * Format: uri
             * @description Page that buyers return to after paying.
             */
            readonly success_url?: string;
            /**
             * Format: uri
             * @description Page that buyers return to when they cancel.
             */
            readonly cancel_url?: string;
          };
          readonly secrets?: {
            /** @description API secret of the gateway. Omit it to keep the current value; send null to remove it. */
            readonly api_secret?: string | null;
            /** @description Secret that signs the webhooks of the gateway (Stripe, PortOne). Omit it to keep the current value; send null to remove it. */
            readonly webhook_secret?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.ONESTORE': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "client_id": "tgc_5f0c2a",
         *         "market_code": "MKT_ONE",
         *         "after_verify": "acknowledge"
         *       },
         *       "secrets": {
         *         "client_secret": "tgs_8Zk3…",
         *         "licence_key": "licence_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Client ID of the app: ONE store developer center, licence management. */
            readonly client_id: string;
            /**
             * @description Where the app is sold: `MKT_ONE` in Korea, `MKT_GLB` in all other countries. With the wrong one, ONE store finds no purchase.
             * @default MKT_ONE
             * @enum {unknown}
             */
            readonly market_code?: 'MKT_ONE' | 'MKT_GLB';
            /**
             * @description What Tollgate does at ONE store after it records a consumable purchase.
             * @default acknowledge
             * @enum {unknown}
             */
            readonly after_verify?: 'acknowledge' | 'consume';
          };
          readonly secrets?: {
            /** @description Client secret of the app. Omit it to keep the current value; send null to remove it. */
            readonly client_secret?: string | null;
            /** @description Licence key of the app (base64), which verifies notifications. Omit it to keep the current value; send null to remove it. */
            readonly licence_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.AMAZON': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "package_name": "com.example.game",
         *         "topic_arn": "topic_arn"
         *       },
         *       "secrets": {
         *         "shared_secret": "shared_secret"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Package name of the app at the Amazon Appstore. */
            readonly package_name: string;
            /** @description ARN of the SNS topic of its Real-Time Notifications. If it is set, messages of other topics are dropped. */
            readonly topic_arn?: string;
          };
          readonly secrets?: {
            /** @description Shared secret of the developer account. Omit it to keep the current value; send null to remove it. */
            readonly shared_secret?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.SAMSUNG': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "package_name": "com.example.game"
         *       },
         *       "secrets": {
         *         "public_key": "public_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /** @description Package name of the app at the Galaxy Store. */
            readonly package_name: string;
          };
          readonly secrets?: {
            /** @description IAP public key of the app (PEM or base64), which verifies notifications. Omit it to keep the current value; send null to remove it. */
            readonly public_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.set.CUSTOM': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "settings": {
         *         "address": "https://game.example/shop",
         *         "refunds": true
         *       },
         *       "secrets": {
         *         "key": "tgg_8Zk3Vq1xW0",
         *         "old_key": "old_key"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly settings: {
            /**
             * Format: uri
             * @description Where the studio answers `verify`, `acknowledge` and `changes`, which are added to it. `http` only with `TOLLGATE_ALLOW_PRIVATE_TARGETS`.
             */
            readonly address: string;
            /** @description The address also answers `refund`, so operators can pay buyers back. */
            readonly refunds?: boolean;
          };
          readonly secrets?: {
            /** @description The key that signs calls, answers and notifications: 32 to 512 visible characters. Omit it to keep the current value; send null to remove it. */
            readonly key?: string | null;
            /** @description The key before it, while the studio changes over: both sign, and both are accepted. Omit it to keep the current value; send null to remove it. */
            readonly old_key?: string | null;
          };
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "market": "APPLE",
           *       "settings": {},
           *       "secrets_set": [
           *         "secrets_set"
           *       ],
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "refused": {
           *         "since": "since",
           *         "at": "2026-11-15T12:00:00.000Z",
           *         "code": "123456",
           *         "details": {},
           *         "text": "The market accepted the settings."
           *       },
           *       "failing_since": "failing_since",
           *       "former": [
           *         {
           *           "gateway": "STRIPE",
           *           "settings": {},
           *           "secrets_set": [
           *             "secrets_set"
           *           ],
           *           "replaced_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MarketRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.check': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly market: components['parameters']['path.market'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "code": "accepted",
           *       "details": {
           *         "missing": [
           *           "missing"
           *         ],
           *         "secret": "secret",
           *         "reason": "Use of an illegal program.",
           *         "right": "view_orders",
           *         "mode": "live",
           *         "app": "app"
           *       },
           *       "text": "The market accepted the settings."
           *     }
           */
          readonly 'application/json': components['schemas']['CredentialCheck'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.market.remove_former': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description A former payment gateway.
         * @example STRIPE
         */
        readonly gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL';
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.product.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "product_id": "gems.100",
           *           "name": "Demo Game",
           *           "kind": "consumable",
           *           "after_verify": "acknowledge",
           *           "prices": [
           *             {
           *               "currency": "USD",
           *               "amount": "9.99"
           *             }
           *           ],
           *           "steam_item_id": 1,
           *           "custom_price": "off",
           *           "descriptions": {},
           *           "updated_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Product'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.product.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Product id, as used by the markets and in requests.
         * @example gems.100
         */
        readonly product_id: components['parameters']['path.product_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "product_id": "gems.100",
           *       "name": "Demo Game",
           *       "kind": "consumable",
           *       "after_verify": "acknowledge",
           *       "prices": [
           *         {
           *           "currency": "USD",
           *           "amount": "9.99"
           *         }
           *       ],
           *       "steam_item_id": 1,
           *       "custom_price": "off",
           *       "descriptions": {},
           *       "updated_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Product'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.product.set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Product id, as used by the markets and in requests.
         * @example gems.100
         */
        readonly product_id: components['parameters']['path.product_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "kind": "consumable",
         *       "after_verify": "acknowledge",
         *       "prices": [
         *         {
         *           "currency": "USD",
         *           "amount": "9.99"
         *         }
         *       ],
         *       "steam_item_id": 1,
         *       "custom_price": "off",
         *       "descriptions": {}
         *     }
         */
        readonly 'application/json': components['schemas']['ProductInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "product_id": "gems.100",
           *       "name": "Demo Game",
           *       "kind": "consumable",
           *       "after_verify": "acknowledge",
           *       "prices": [
           *         {
           *           "currency": "USD",
           *           "amount": "9.99"
           *         }
           *       ],
           *       "steam_item_id": 1,
           *       "custom_price": "off",
           *       "descriptions": {},
           *       "updated_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Product'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.product.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Product id, as used by the markets and in requests.
         * @example gems.100
         */
        readonly product_id: components['parameters']['path.product_id'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.server.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appid": "com.tollgate.demo",
           *           "server_id": "asia-1",
           *           "name": "Demo Game",
           *           "created_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Server'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.server.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Server id, as sent in `serverId`.
         * @example asia-1
         */
        readonly server_id: components['parameters']['path.server_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "server_id": "asia-1",
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Server'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.server.set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Server id, as sent in `serverId`.
         * @example asia-1
         */
        readonly server_id: components['parameters']['path.server_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game"
         *     }
         */
        readonly 'application/json': components['schemas']['ServerInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "server_id": "asia-1",
           *       "name": "Demo Game",
           *       "created_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Server'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.server.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Server id, as sent in `serverId`.
         * @example asia-1
         */
        readonly server_id: components['parameters']['path.server_id'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.admin-token.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "token_id": "tok_5f0c2a",
           *           "name": "Demo Game",
           *           "scope": "full",
           *           "projects": [
           *             1
           *           ],
           *           "limits": {
           *             "types": [
           *               {
           *                 "appid": "com.tollgate.demo",
           *                 "block_type": 1
           *               }
           *             ],
           *             "scopes": [
           *               "scope"
           *             ],
           *             "longest_days": 1
           *           },
           *           "created_by": "admin@example.com",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "last_used_at": "2026-11-15T12:00:00.000Z",
           *           "expires_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['AdminToken'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.admin-token.create': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "scope": "full",
         *       "projects": [
         *         1
         *       ],
         *       "limits": {
         *         "types": [
         *           {
         *             "appid": "com.tollgate.demo",
         *             "block_type": 1
         *           }
         *         ],
         *         "scopes": [
         *           "scope"
         *         ],
         *         "longest_days": 1
         *       },
         *       "expires_in_days": 1
         *     }
         */
        readonly 'application/json': {
          readonly name: components['schemas']['Name'];
          readonly scope?: components['schemas']['Scope'];
          /** @description Projects that the token is for. Omit it for every project. */
          readonly projects?: readonly components['schemas']['GameIndex'][];
          readonly limits?: components['schemas']['RestrictionLimits'];
          /** @description Days until the token expires. Omit it for a token that never expires. */
          readonly expires_in_days?: number;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token_id": "tok_5f0c2a",
           *       "name": "Demo Game",
           *       "scope": "full",
           *       "projects": [
           *         1
           *       ],
           *       "limits": {
           *         "types": [
           *           {
           *             "appid": "com.tollgate.demo",
           *             "block_type": 1
           *           }
           *         ],
           *         "scopes": [
           *           "scope"
           *         ],
           *         "longest_days": 1
           *       },
           *       "created_by": "admin@example.com",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "last_used_at": "2026-11-15T12:00:00.000Z",
           *       "expires_at": "2026-11-15T12:00:00.000Z",
           *       "token": "tga_8Zk3…"
           *     }
           */
          readonly 'application/json': components['schemas']['CreatedAdminToken'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.admin-token.revoke': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Token id.
         * @example tok_5f0c2a
         */
        readonly token_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.signing-key.rotate': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "end_now": false
         *     }
         */
        readonly 'application/json': {
          /**
           * @description Ends all earlier keys at once, for a key that has leaked: every token that they signed is refused, and clients must fetch new ones.
           * @default false
           */
          readonly end_now?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kid": "k1"
           *     }
           */
          readonly 'application/json': {
            /** @description Id of the new key. */
            readonly kid: string;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.audit.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -at
         */
        readonly sort?: '-at' | 'at';
        /**
         * @description Only changes in this project.
         * @example 1001
         */
        readonly game_index?: number;
        /**
         * @description Only changes of this resource, such as `apps/com.example.game`.
         * @example com.tollgate.demo
         */
        readonly target?: string;
        /**
         * @description Only changes by this user or admin token.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Only this action, such as `key.rotate`, or every action of a type, such as `key`.
         * @example app.create
         */
        readonly action?: string;
        /**
         * @description Only changes from this time on, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Only changes up to this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "audit_id": "audit_id",
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "admin",
           *           "actor": "admin@example.com",
           *           "action": "app.create",
           *           "game_index": 1001,
           *           "target": "com.tollgate.demo",
           *           "before": null,
           *           "after": null
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['AuditRecord'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.audit.list-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -at
         */
        readonly sort?: '-at' | 'at';
        /**
         * @description Only changes in this project.
         * @example 1001
         */
        readonly game_index?: number;
        /**
         * @description Only changes of this resource, such as `apps/com.example.game`.
         * @example com.tollgate.demo
         */
        readonly target?: string;
        /**
         * @description Only changes by this user or admin token.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Only this action, such as `key.rotate`, or every action of a type, such as `key`.
         * @example app.create
         */
        readonly action?: string;
        /**
         * @description Only changes from this time on, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Only changes up to this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.audit.list-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -at
         */
        readonly sort?: '-at' | 'at';
        /**
         * @description Only changes in this project.
         * @example 1001
         */
        readonly game_index?: number;
        /**
         * @description Only changes of this resource, such as `apps/com.example.game`.
         * @example com.tollgate.demo
         */
        readonly target?: string;
        /**
         * @description Only changes by this user or admin token.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Only this action, such as `key.rotate`, or every action of a type, such as `key`.
         * @example app.create
         */
        readonly action?: string;
        /**
         * @description Only changes from this time on, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Only changes up to this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example audit_id,at,actor_kind */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "block_type": 1,
           *           "type_status": "O",
           *           "type_name": "불법 프로그램",
           *           "type_en_name": "Illegal program",
           *           "reasons": [
           *             {
           *               "language": "ko",
           *               "title": "Access restricted",
           *               "reason": "Use of an illegal program."
           *             }
           *           ],
           *           "appeals": true,
           *           "appeal_answers": [
           *             {
           *               "decision": "release",
           *               "language": "ko",
           *               "text": "The market accepted the settings."
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['RestrictionType'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type_status": "O",
         *       "type_name": "불법 프로그램",
         *       "type_en_name": "Illegal program",
         *       "reasons": [
         *         {
         *           "language": "ko",
         *           "title": "Access restricted",
         *           "reason": "Use of an illegal program."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['RestrictionTypeInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "block_type": 1,
           *       "type_status": "O",
           *       "type_name": "불법 프로그램",
           *       "type_en_name": "Illegal program",
           *       "reasons": [
           *         {
           *           "language": "ko",
           *           "title": "Access restricted",
           *           "reason": "Use of an illegal program."
           *         }
           *       ],
           *       "appeals": true,
           *       "appeal_answers": [
           *         {
           *           "decision": "release",
           *           "language": "ko",
           *           "text": "The market accepted the settings."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionType'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.change': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example 1 */
        readonly block_type: number;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type_status": "O",
         *       "type_name": "불법 프로그램",
         *       "type_en_name": "Illegal program",
         *       "reasons": [
         *         {
         *           "language": "ko",
         *           "title": "Access restricted",
         *           "reason": "Use of an illegal program."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['RestrictionTypeInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "block_type": 1,
           *       "type_status": "O",
           *       "type_name": "불법 프로그램",
           *       "type_en_name": "Illegal program",
           *       "reasons": [
           *         {
           *           "language": "ko",
           *           "title": "Access restricted",
           *           "reason": "Use of an illegal program."
           *         }
           *       ],
           *       "appeals": true,
           *       "appeal_answers": [
           *         {
           *           "decision": "release",
           *           "language": "ko",
           *           "text": "The market accepted the settings."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionType'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example 1 */
        readonly block_type: number;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.appeals': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example 1 */
        readonly block_type: number;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "allowed": true,
         *       "answers": [
         *         {
         *           "decision": "release",
         *           "language": "ko",
         *           "text": "The market accepted the settings."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': {
          /** @description Whether restricted players may appeal. */
          readonly allowed: boolean;
          /** @description Ready answers to appeals: at most one for each decision and language. */
          readonly answers?: readonly components['schemas']['ReadyAnswer'][];
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "block_type": 1,
           *       "type_status": "O",
           *       "type_name": "불법 프로그램",
           *       "type_en_name": "Illegal program",
           *       "reasons": [
           *         {
           *           "language": "ko",
           *           "title": "Access restricted",
           *           "reason": "Use of an illegal program."
           *         }
           *       ],
           *       "appeals": true,
           *       "appeal_answers": [
           *         {
           *           "decision": "release",
           *           "language": "ko",
           *           "text": "The market accepted the settings."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionType'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.scope.list': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "scope": "scope",
           *           "names": {
           *             "ko": "ko",
           *             "en": "en",
           *             "ja": "ja",
           *             "zh-hans": "zh-hans",
           *             "zh-hant": "zh-hant",
           *             "de": "de",
           *             "fr": "fr",
           *             "ru": "ru",
           *             "es": "es",
           *             "pt": "pt",
           *             "id": "id",
           *             "th": "th",
           *             "vi": "vi",
           *             "it": "it",
           *             "tr": "tr",
           *             "ar": "ar",
           *             "tl": "tl"
           *           },
           *           "ready": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['RestrictionScope'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.scope.set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added.
         * @example scope
         */
        readonly scope: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "names": {
         *         "ko": "ko",
         *         "en": "en",
         *         "ja": "ja",
         *         "zh-hans": "zh-hans",
         *         "zh-hant": "zh-hant",
         *         "de": "de",
         *         "fr": "fr",
         *         "ru": "ru",
         *         "es": "es",
         *         "pt": "pt",
         *         "id": "id",
         *         "th": "th",
         *         "vi": "vi",
         *         "it": "it",
         *         "tr": "tr",
         *         "ar": "ar",
         *         "tl": "tl"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['RestrictionScopeInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scope": "scope",
           *       "names": {
           *         "ko": "ko",
           *         "en": "en",
           *         "ja": "ja",
           *         "zh-hans": "zh-hans",
           *         "zh-hant": "zh-hant",
           *         "de": "de",
           *         "fr": "fr",
           *         "ru": "ru",
           *         "es": "es",
           *         "pt": "pt",
           *         "id": "id",
           *         "th": "th",
           *         "vi": "vi",
           *         "it": "it",
           *         "tr": "tr",
           *         "ar": "ar",
           *         "tl": "tl"
           *       },
           *       "ready": true
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionScope'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.scope.remove': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added.
         * @example scope
         */
        readonly scope: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example created_at
         */
        readonly sort?: 'created_at' | '-created_at';
        /**
         * @description Default: `open`.
         * @example open
         */
        readonly state?: 'open' | 'released' | 'shortened' | 'upheld' | 'ended' | 'any';
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added.
         * @example scope
         */
        readonly scope?: string;
        /** @example 1 */
        readonly block_type?: number;
        /**
         * @description Language of the page or of the game.
         * @example ko
         */
        readonly language?:
          | 'ko'
          | 'en'
          | 'ja'
          | 'zh-hans'
          | 'zh-hant'
          | 'de'
          | 'fr'
          | 'ru'
          | 'es'
          | 'pt'
          | 'id'
          | 'th'
          | 'vi'
          | 'it'
          | 'tr'
          | 'ar'
          | 'tl';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Made at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly created_to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "appeal_id": "appeal_id",
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "block_type": 1,
           *           "source": "page",
           *           "language": "en",
           *           "text": "The market accepted the settings.",
           *           "state": "open",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "answer": "{\"result_code\":0}",
           *           "decided_at": "2026-11-15T12:00:00.000Z",
           *           "decided_by": {
           *             "kind": "kind",
           *             "name": "Demo Game"
           *           },
           *           "own_restriction": true,
           *           "outside_limits": true
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Appeal'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Appeal id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly appeal_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appeal_id": "appeal_id",
           *       "player_id": 10000000123,
           *       "scope": "scope",
           *       "block_type": 1,
           *       "source": "page",
           *       "language": "en",
           *       "text": "The market accepted the settings.",
           *       "state": "open",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "own_restriction": true,
           *       "outside_limits": true
           *     }
           */
          readonly 'application/json': components['schemas']['Appeal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.decide': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Appeal id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly appeal_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "decision": "shorten",
         *       "end_date": "2099-12-15 00:00:00",
         *       "answer": "You can play again from 15 December."
         *     }
         */
        readonly 'application/json': components['schemas']['AppealDecision'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "appeal_id": "appeal_id",
           *       "player_id": 10000000123,
           *       "scope": "scope",
           *       "block_type": 1,
           *       "source": "page",
           *       "language": "en",
           *       "text": "The market accepted the settings.",
           *       "state": "open",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "own_restriction": true,
           *       "outside_limits": true
           *     }
           */
          readonly 'application/json': components['schemas']['Appeal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.figures': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Made at or after this time; default: 30 days ago, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Made at or before this time; default: now, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "made": 1,
           *       "decided": 1,
           *       "granted": 1,
           *       "median_hours": 1,
           *       "by_type": [
           *         {
           *           "block_type": 1,
           *           "made": 1,
           *           "decided": 1,
           *           "granted": 1,
           *           "median_hours": 1
           *         }
           *       ],
           *       "by_operator": [
           *         {
           *           "operator": "operator",
           *           "made": 1,
           *           "decided": 1,
           *           "granted": 1,
           *           "median_hours": 1
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['AppealFigures'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "second_person": true,
           *       "again_after_days": 1
           *     }
           */
          readonly 'application/json': components['schemas']['AppealSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.appeal.change-settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "second_person": true,
         *       "again_after_days": 1
         *     }
         */
        readonly 'application/json': components['schemas']['AppealSettings'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "second_person": true,
           *       "again_after_days": 1
           *     }
           */
          readonly 'application/json': components['schemas']['AppealSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.search': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example end_date
         */
        readonly sort?: 'end_date' | '-changed_at' | 'changed_at';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description `P` permanent suspension, `B` user with a suspension period.
         * @example P
         */
        readonly status?: 'P' | 'B';
        /** @example 1 */
        readonly block_type?: number;
        /**
         * @description Through what it was made or last changed.
         * @example console
         */
        readonly actor_kind?: 'console' | 'admin' | 'app_server' | 'cli' | 'measure' | 'consent';
        /**
         * @description Who made it or last changed it: an e-mail address, a client, a rule, a store.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Made or last changed at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_from?: string;
        /**
         * @description Made or last changed at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_to?: string;
        /**
         * @description Restricted at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Restricted at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Restriction'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.search-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example end_date
         */
        readonly sort?: 'end_date' | '-changed_at' | 'changed_at';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description `P` permanent suspension, `B` user with a suspension period.
         * @example P
         */
        readonly status?: 'P' | 'B';
        /** @example 1 */
        readonly block_type?: number;
        /**
         * @description Through what it was made or last changed.
         * @example console
         */
        readonly actor_kind?: 'console' | 'admin' | 'app_server' | 'cli' | 'measure' | 'consent';
        /**
         * @description Who made it or last changed it: an e-mail address, a client, a rule, a store.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Made or last changed at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_from?: string;
        /**
         * @description Made or last changed at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_to?: string;
        /**
         * @description Restricted at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Restricted at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.search-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example end_date
         */
        readonly sort?: 'end_date' | '-changed_at' | 'changed_at';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description `P` permanent suspension, `B` user with a suspension period.
         * @example P
         */
        readonly status?: 'P' | 'B';
        /** @example 1 */
        readonly block_type?: number;
        /**
         * @description Through what it was made or last changed.
         * @example console
         */
        readonly actor_kind?: 'console' | 'admin' | 'app_server' | 'cli' | 'measure' | 'consent';
        /**
         * @description Who made it or last changed it: an e-mail address, a client, a rule, a store.
         * @example admin@example.com
         */
        readonly actor?: string;
        /**
         * @description Made or last changed at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_from?: string;
        /**
         * @description Made or last changed at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly changed_to?: string;
        /**
         * @description Restricted at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Restricted at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example player_id,status,block_type */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_id": 10000000123,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "scope": "scope",
           *         "status": "P",
           *         "block_type": 1,
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "changed_at": "2026-11-15T12:00:00.000Z",
           *         "actor_kind": "actor_kind",
           *         "actor": "admin@example.com"
           *       },
           *       "restrictions": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "with_devices": [
           *         1
           *       ],
           *       "by_device": [
           *         {
           *           "did": 1,
           *           "player_id": 10000000123
           *         }
           *       ],
           *       "device_exception": true
           *     }
           */
          readonly 'application/json': components['schemas']['Player'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "status": "P",
         *       "block_type": 1,
         *       "start_date": "2026-11-15 00:00:00",
         *       "end_date": "2099-12-15 00:00:00",
         *       "skip_blocked": true,
         *       "scope": "scope",
         *       "with_devices": true,
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /**
           * @description `P` permanent suspension, `B` user with a suspension period.
           * @enum {unknown}
           */
          readonly status: 'P' | 'B';
          /** @description Number of a registered restriction type. */
          readonly block_type: number;
          /** @description Start of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly start_date: string;
          /** @description End of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly end_date: string;
          /** @description If the player is already restricted, change nothing. */
          readonly skip_blocked?: boolean;
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /** @description With the scope `login`: nobody can log in on the last 10 devices of the player until the restriction ends. Default: as it is, at first `false`. */
          readonly with_devices?: boolean;
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_id": 10000000123,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "scope": "scope",
           *         "status": "P",
           *         "block_type": 1,
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "changed_at": "2026-11-15T12:00:00.000Z",
           *         "actor_kind": "actor_kind",
           *         "actor": "admin@example.com"
           *       },
           *       "restrictions": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "with_devices": [
           *         1
           *       ],
           *       "by_device": [
           *         {
           *           "did": 1,
           *           "player_id": 10000000123
           *         }
           *       ],
           *       "device_exception": true
           *     }
           */
          readonly 'application/json': components['schemas']['Player'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.except-device': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_id": 10000000123,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "scope": "scope",
           *         "status": "P",
           *         "block_type": 1,
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "changed_at": "2026-11-15T12:00:00.000Z",
           *         "actor_kind": "actor_kind",
           *         "actor": "admin@example.com"
           *       },
           *       "restrictions": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "with_devices": [
           *         1
           *       ],
           *       "by_device": [
           *         {
           *           "did": 1,
           *           "player_id": 10000000123
           *         }
           *       ],
           *       "device_exception": true
           *     }
           */
          readonly 'application/json': components['schemas']['Player'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.end-device-exception': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_id": 10000000123,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "scope": "scope",
           *         "status": "P",
           *         "block_type": 1,
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "changed_at": "2026-11-15T12:00:00.000Z",
           *         "actor_kind": "actor_kind",
           *         "actor": "admin@example.com"
           *       },
           *       "restrictions": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "with_devices": [
           *         1
           *       ],
           *       "by_device": [
           *         {
           *           "did": 1,
           *           "player_id": 10000000123
           *         }
           *       ],
           *       "device_exception": true
           *     }
           */
          readonly 'application/json': components['schemas']['Player'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.release': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope": "scope",
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_id": 10000000123,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "scope": "scope",
           *         "status": "P",
           *         "block_type": 1,
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "changed_at": "2026-11-15T12:00:00.000Z",
           *         "actor_kind": "actor_kind",
           *         "actor": "admin@example.com"
           *       },
           *       "restrictions": [
           *         {
           *           "player_id": 10000000123,
           *           "scope": "scope",
           *           "status": "P",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "actor_kind": "actor_kind",
           *           "actor": "admin@example.com"
           *         }
           *       ],
           *       "with_devices": [
           *         1
           *       ],
           *       "by_device": [
           *         {
           *           "did": 1,
           *           "player_id": 10000000123
           *         }
           *       ],
           *       "device_exception": true
           *     }
           */
          readonly 'application/json': components['schemas']['Player'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.release-many': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "player_ids": [
         *         "1"
         *       ],
         *       "scope": "scope",
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          readonly player_ids: readonly components['schemas']['PlayerId'][];
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "released": [
           *         1
           *       ],
           *       "not_restricted": [
           *         1
           *       ],
           *       "not_allowed": [
           *         {
           *           "player_id": 10000000123,
           *           "reason": "Use of an illegal program."
           *         }
           *       ],
           *       "job_id": "job_5f0c2a"
           *     }
           */
          readonly 'application/json': components['schemas']['ReleasedPlayers'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.history': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 1
         */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "seq": 1,
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "action": "registered",
           *           "actor": {
           *             "kind": "kind",
           *             "name": "Demo Game"
           *           },
           *           "comment": "Confirmed by support.",
           *           "before": {
           *             "status": "P",
           *             "block_type": 1,
           *             "start_date": "2026-11-15 00:00:00",
           *             "end_date": "2099-12-15 00:00:00"
           *           },
           *           "after": {
           *             "status": "P",
           *             "block_type": 1,
           *             "start_date": "2026-11-15 00:00:00",
           *             "end_date": "2099-12-15 00:00:00"
           *           },
           *           "scope": "scope"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['RestrictionHistoryEntry'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.personal-data.export': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "environment": "production",
           *       "game_index": 1001,
           *       "appid": "com.tollgate.demo",
           *       "player_id": 10000000123,
           *       "exported_at": "2026-11-15T12:00:00.000Z",
           *       "account_uuids": [
           *         "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10"
           *       ],
           *       "purchases": [
           *         {}
           *       ],
           *       "subscriptions": [
           *         {}
           *       ],
           *       "store_notifications": [
           *         {}
           *       ],
           *       "orders": [
           *         {}
           *       ],
           *       "grants": [
           *         {}
           *       ],
           *       "refused_verifications": [
           *         {}
           *       ],
           *       "restrictions": [
           *         {}
           *       ],
           *       "restriction_history": [
           *         {}
           *       ],
           *       "bulk_rows": [
           *         {}
           *       ],
           *       "notifications": [
           *         {}
           *       ],
           *       "appeals": [
           *         {}
           *       ],
           *       "restricted_devices": [
           *         {}
           *       ],
           *       "device_exceptions": [
           *         {}
           *       ],
           *       "notes": [
           *         {}
           *       ],
           *       "audit_entries": [
           *         {}
           *       ],
           *       "logins": [
           *         {}
           *       ],
           *       "accounts": [
           *         {}
           *       ],
           *       "measures": [
           *         {}
           *       ],
           *       "measure_exemptions": [
           *         {}
           *       ],
           *       "debts": [
           *         {}
           *       ],
           *       "unlinked_accounts": [
           *         {}
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerExport'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.personal-data.plan': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "state": "none",
           *       "erasure_id": "erasure_id",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "tables": [
           *         {
           *           "table": "table",
           *           "rows": 1,
           *           "erasure": "deleted"
           *         }
           *       ],
           *       "restricted": true,
           *       "active_subscriptions": 1
           *     }
           */
          readonly 'application/json': components['schemas']['Erasure'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.personal-data.erase': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "confirm": "confirm"
         *     }
         */
        readonly 'application/json': {
          /** @description The player id again, because an erasure cannot be undone. */
          readonly confirm: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "state": "none",
           *       "erasure_id": "erasure_id",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "tables": [
           *         {
           *           "table": "table",
           *           "rows": 1,
           *           "erasure": "deleted"
           *         }
           *       ],
           *       "restricted": true,
           *       "active_subscriptions": 1
           *     }
           */
          readonly 'application/json': components['schemas']['Erasure'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.release': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "scope": "scope",
         *       "status": "P",
         *       "block_type": 1,
         *       "actor_kind": "console",
         *       "actor": "admin@example.com",
         *       "changed_from": "2026-11-15T12:00:00.000Z",
         *       "changed_to": "2026-11-15T12:00:00.000Z",
         *       "from": "2026-11-15T12:00:00.000Z",
         *       "to": "2026-11-15T12:00:00.000Z",
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /**
           * @description `P` permanent suspension, `B` user with a suspension period.
           * @enum {unknown}
           */
          readonly status?: 'P' | 'B';
          readonly block_type?: number;
          /**
           * @description Through what it was made or last changed.
           * @enum {unknown}
           */
          readonly actor_kind?: 'console' | 'admin' | 'app_server' | 'cli' | 'measure' | 'consent';
          /** @description Who made it or last changed it: an e-mail address, a client, a rule, a store. */
          readonly actor?: string;
          /** @description Made or last changed at or after this time, such as `2026-11-15T12:00:00Z`. */
          readonly changed_from?: string;
          /** @description Made or last changed at or before this time, such as `2026-11-15T12:00:00Z`. */
          readonly changed_to?: string;
          /** @description Restricted at or after this time, such as `2026-11-15T12:00:00Z`. */
          readonly from?: string;
          /** @description Restricted at or before this time, such as `2026-11-15T12:00:00Z`. */
          readonly to?: string;
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job_id": "job_5f0c2a",
           *       "appid": "com.tollgate.demo",
           *       "action": "restrict",
           *       "state": "reading",
           *       "skip_blocked": true,
           *       "scope": "scope",
           *       "comment": "Confirmed by support.",
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "undoes": "undoes",
           *       "total": 1,
           *       "done": 1,
           *       "verdicts": {
           *         "new": 1,
           *         "changed": 1,
           *         "already_restricted": 1,
           *         "unknown_type": 1,
           *         "release": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "results": {
           *         "registered": 1,
           *         "changed": 1,
           *         "released": 1,
           *         "unchanged": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "unknown_type": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['BulkJob'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `next` of the previous page. Omit it for the first page.
         * @example after
         */
        readonly after?: components['parameters']['query.after'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "job_id": "job_5f0c2a",
           *           "appid": "com.tollgate.demo",
           *           "action": "restrict",
           *           "state": "reading",
           *           "skip_blocked": true,
           *           "scope": "scope",
           *           "comment": "Confirmed by support.",
           *           "actor": "admin@example.com",
           *           "actor_kind": "actor_kind",
           *           "undoes": "undoes",
           *           "total": 1,
           *           "done": 1,
           *           "verdicts": {
           *             "new": 1,
           *             "changed": 1,
           *             "already_restricted": 1,
           *             "unknown_type": 1,
           *             "release": 1,
           *             "not_restricted": 1,
           *             "changed_since": 1,
           *             "not_allowed": 1,
           *             "invalid": 1
           *           },
           *           "results": {
           *             "registered": 1,
           *             "changed": 1,
           *             "released": 1,
           *             "unchanged": 1,
           *             "not_restricted": 1,
           *             "changed_since": 1,
           *             "unknown_type": 1,
           *             "not_allowed": 1,
           *             "invalid": 1
           *           },
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "finished_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['BulkJob'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.create': {
    readonly parameters: {
      readonly query: {
        /** @example restrict */
        readonly action: 'restrict' | 'release';
        /**
         * @description Leave existing restrictions as they are.
         * @example true
         */
        readonly skip_blocked?: boolean;
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description Reason for the change, shown in the history.
         * @example Confirmed by support.
         */
        readonly comment?: string;
        /**
         * @description Status of rows with an empty cell.
         * @example status
         */
        readonly status?: string;
        /**
         * @description Type of rows with an empty cell.
         * @example block_type
         */
        readonly block_type?: string;
        /**
         * @description Start of rows with an empty cell.
         * @example 2026-11-15 00:00:00
         */
        readonly start_date?: string;
        /**
         * @description End of rows with an empty cell.
         * @example 2099-12-15 00:00:00
         */
        readonly end_date?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    /** @description CSV with a header line, or one player id per line. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example player_id
         *     20001
         *     20002
         */
        readonly 'text/csv': string;
        /**
         * @example player_id
         *     20001
         *     20002
         */
        readonly 'text/plain': string;
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job_id": "job_5f0c2a",
           *       "appid": "com.tollgate.demo",
           *       "action": "restrict",
           *       "state": "reading",
           *       "skip_blocked": true,
           *       "scope": "scope",
           *       "comment": "Confirmed by support.",
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "undoes": "undoes",
           *       "total": 1,
           *       "done": 1,
           *       "verdicts": {
           *         "new": 1,
           *         "changed": 1,
           *         "already_restricted": 1,
           *         "unknown_type": 1,
           *         "release": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "results": {
           *         "registered": 1,
           *         "changed": 1,
           *         "released": 1,
           *         "unchanged": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "unknown_type": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['BulkJob'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job_id": "job_5f0c2a",
           *       "appid": "com.tollgate.demo",
           *       "action": "restrict",
           *       "state": "reading",
           *       "skip_blocked": true,
           *       "scope": "scope",
           *       "comment": "Confirmed by support.",
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "undoes": "undoes",
           *       "total": 1,
           *       "done": 1,
           *       "verdicts": {
           *         "new": 1,
           *         "changed": 1,
           *         "already_restricted": 1,
           *         "unknown_type": 1,
           *         "release": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "results": {
           *         "registered": 1,
           *         "changed": 1,
           *         "released": 1,
           *         "unchanged": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "unknown_type": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['BulkJob'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.apply': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job_id": "job_5f0c2a",
           *       "appid": "com.tollgate.demo",
           *       "action": "restrict",
           *       "state": "reading",
           *       "skip_blocked": true,
           *       "scope": "scope",
           *       "comment": "Confirmed by support.",
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "undoes": "undoes",
           *       "total": 1,
           *       "done": 1,
           *       "verdicts": {
           *         "new": 1,
           *         "changed": 1,
           *         "already_restricted": 1,
           *         "unknown_type": 1,
           *         "release": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "results": {
           *         "registered": 1,
           *         "changed": 1,
           *         "released": 1,
           *         "unchanged": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "unknown_type": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['BulkJob'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.undo': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "job_id": "job_5f0c2a",
           *       "appid": "com.tollgate.demo",
           *       "action": "restrict",
           *       "state": "reading",
           *       "skip_blocked": true,
           *       "scope": "scope",
           *       "comment": "Confirmed by support.",
           *       "actor": "admin@example.com",
           *       "actor_kind": "actor_kind",
           *       "undoes": "undoes",
           *       "total": 1,
           *       "done": 1,
           *       "verdicts": {
           *         "new": 1,
           *         "changed": 1,
           *         "already_restricted": 1,
           *         "unknown_type": 1,
           *         "release": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "results": {
           *         "registered": 1,
           *         "changed": 1,
           *         "released": 1,
           *         "unchanged": 1,
           *         "not_restricted": 1,
           *         "changed_since": 1,
           *         "unknown_type": 1,
           *         "not_allowed": 1,
           *         "invalid": 1
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "finished_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['BulkJob'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.rows': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 1
         */
        readonly after?: string;
        /** @example new */
        readonly verdict?:
          | 'new'
          | 'changed'
          | 'already_restricted'
          | 'unknown_type'
          | 'release'
          | 'not_restricted'
          | 'changed_since'
          | 'not_allowed'
          | 'invalid';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "row": 1,
           *           "player_id": 10000000123,
           *           "status": "status",
           *           "block_type": 1,
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "verdict": "new",
           *           "reason": "Use of an illegal program.",
           *           "result": "registered"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['BulkRow'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.bulk.file': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Job id.
         * @example job_5f0c2a
         */
        readonly job_id: components['parameters']['path.job_id'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example row,player_id,verdict,reason,result
           *     1,20001,new,,registered
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rules': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "rule_id": "rule_id",
           *           "name": "Demo Game",
           *           "state": "watch",
           *           "when": {
           *             "causes": [
           *               "refund"
           *             ],
           *             "markets": [
           *               "APPLE"
           *             ],
           *             "products": [
           *               "product"
           *             ],
           *             "count": 1,
           *             "money": {
           *               "amount": "9.99",
           *               "currency": "USD"
           *             },
           *             "days": 30
           *           },
           *           "unless": {
           *             "older_than_days": 1,
           *             "spent_more_than": {
           *               "amount": "9.99",
           *               "currency": "USD"
           *             }
           *           },
           *           "measure": {
           *             "action": "restrict",
           *             "block_type": 1,
           *             "scope": "scope",
           *             "steps": [
           *               {
           *                 "period_days": 1,
           *                 "permanent": true
           *               }
           *             ],
           *             "event": true,
           *             "same_device": "ignore"
           *           },
           *           "until": {
           *             "paid_again": false
           *           },
           *           "since": "since",
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "changed_at": "2026-11-15T12:00:00.000Z",
           *           "recent": {
           *             "restricted": 1,
           *             "flagged": 1
           *           },
           *           "type_missing": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['MeasureListedRule'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rule-create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    /** @description Without `state` it begins in `watch`. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "when": {
         *         "causes": [
         *           "refund"
         *         ],
         *         "markets": [
         *           "APPLE"
         *         ],
         *         "products": [
         *           "product"
         *         ],
         *         "count": 1,
         *         "money": {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         },
         *         "days": 30
         *       },
         *       "unless": {
         *         "older_than_days": 1,
         *         "spent_more_than": {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         }
         *       },
         *       "measure": {
         *         "action": "restrict",
         *         "block_type": 1,
         *         "scope": "scope",
         *         "steps": [
         *           {
         *             "period_days": 1,
         *             "permanent": true
         *           }
         *         ],
         *         "event": true,
         *         "same_device": "ignore"
         *       },
         *       "until": {
         *         "paid_again": false
         *       },
         *       "exempt": [
         *         "1"
         *       ],
         *       "state": "watch"
         *     }
         */
        readonly 'application/json': components['schemas']['MeasureRuleInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rule_id": "rule_id",
           *       "name": "Demo Game",
           *       "state": "watch",
           *       "when": {
           *         "causes": [
           *           "refund"
           *         ],
           *         "markets": [
           *           "APPLE"
           *         ],
           *         "products": [
           *           "product"
           *         ],
           *         "count": 1,
           *         "money": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         },
           *         "days": 30
           *       },
           *       "unless": {
           *         "older_than_days": 1,
           *         "spent_more_than": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       },
           *       "measure": {
           *         "action": "restrict",
           *         "block_type": 1,
           *         "scope": "scope",
           *         "steps": [
           *           {
           *             "period_days": 1,
           *             "permanent": true
           *           }
           *         ],
           *         "event": true,
           *         "same_device": "ignore"
           *       },
           *       "until": {
           *         "paid_again": false
           *       },
           *       "since": "since",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "changed_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureRule'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rule': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rule_id": "rule_id",
           *       "name": "Demo Game",
           *       "state": "watch",
           *       "when": {
           *         "causes": [
           *           "refund"
           *         ],
           *         "markets": [
           *           "APPLE"
           *         ],
           *         "products": [
           *           "product"
           *         ],
           *         "count": 1,
           *         "money": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         },
           *         "days": 30
           *       },
           *       "unless": {
           *         "older_than_days": 1,
           *         "spent_more_than": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       },
           *       "measure": {
           *         "action": "restrict",
           *         "block_type": 1,
           *         "scope": "scope",
           *         "steps": [
           *           {
           *             "period_days": 1,
           *             "permanent": true
           *           }
           *         ],
           *         "event": true,
           *         "same_device": "ignore"
           *       },
           *       "until": {
           *         "paid_again": false
           *       },
           *       "since": "since",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "changed_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureRule'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rule-delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rule-change': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    /** @description A part that is sent replaces the whole part. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Demo Game",
         *       "when": {
         *         "causes": [
         *           "refund"
         *         ],
         *         "markets": [
         *           "APPLE"
         *         ],
         *         "products": [
         *           "product"
         *         ],
         *         "count": 1,
         *         "money": {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         },
         *         "days": 30
         *       },
         *       "unless": {
         *         "older_than_days": 1,
         *         "spent_more_than": {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         }
         *       },
         *       "measure": {
         *         "action": "restrict",
         *         "block_type": 1,
         *         "scope": "scope",
         *         "steps": [
         *           {
         *             "period_days": 1,
         *             "permanent": true
         *           }
         *         ],
         *         "event": true,
         *         "same_device": "ignore"
         *       },
         *       "until": {
         *         "paid_again": false
         *       },
         *       "exempt": [
         *         "1"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['MeasureRuleChange'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rule_id": "rule_id",
           *       "name": "Demo Game",
           *       "state": "watch",
           *       "when": {
           *         "causes": [
           *           "refund"
           *         ],
           *         "markets": [
           *           "APPLE"
           *         ],
           *         "products": [
           *           "product"
           *         ],
           *         "count": 1,
           *         "money": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         },
           *         "days": 30
           *       },
           *       "unless": {
           *         "older_than_days": 1,
           *         "spent_more_than": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       },
           *       "measure": {
           *         "action": "restrict",
           *         "block_type": 1,
           *         "scope": "scope",
           *         "steps": [
           *           {
           *             "period_days": 1,
           *             "permanent": true
           *           }
           *         ],
           *         "event": true,
           *         "same_device": "ignore"
           *       },
           *       "until": {
           *         "paid_again": false
           *       },
           *       "since": "since",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "changed_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureRule'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.rule-switch': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "state": "watch"
         *     }
         */
        readonly 'application/json': {
          readonly state: components['schemas']['MeasureState'];
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rule_id": "rule_id",
           *       "name": "Demo Game",
           *       "state": "watch",
           *       "when": {
           *         "causes": [
           *           "refund"
           *         ],
           *         "markets": [
           *           "APPLE"
           *         ],
           *         "products": [
           *           "product"
           *         ],
           *         "count": 1,
           *         "money": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         },
           *         "days": 30
           *       },
           *       "unless": {
           *         "older_than_days": 1,
           *         "spent_more_than": {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       },
           *       "measure": {
           *         "action": "restrict",
           *         "block_type": 1,
           *         "scope": "scope",
           *         "steps": [
           *           {
           *             "period_days": 1,
           *             "permanent": true
           *           }
           *         ],
           *         "event": true,
           *         "same_device": "ignore"
           *       },
           *       "until": {
           *         "paid_again": false
           *       },
           *       "since": "since",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "changed_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureRule'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.exempt': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_ids": [
           *         "1"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureExempt'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.exempt-set': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "player_ids": [
         *         "1"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['MeasureExempt'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "player_ids": [
           *         "1"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureExempt'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.dry-run': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    /** @description `rule_id` of a rule, or a whole `rule`. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "rule_id": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *       "rule": {
         *         "name": "Demo Game",
         *         "when": {
         *           "causes": [
         *             "refund"
         *           ],
         *           "markets": [
         *             "APPLE"
         *           ],
         *           "products": [
         *             "product"
         *           ],
         *           "count": 1,
         *           "money": {
         *             "amount": "9.99",
         *             "currency": "USD"
         *           },
         *           "days": 30
         *         },
         *         "unless": {
         *           "older_than_days": 1,
         *           "spent_more_than": {
         *             "amount": "9.99",
         *             "currency": "USD"
         *           }
         *         },
         *         "measure": {
         *           "action": "restrict",
         *           "block_type": 1,
         *           "scope": "scope",
         *           "steps": [
         *             {
         *               "period_days": 1,
         *               "permanent": true
         *             }
         *           ],
         *           "event": true,
         *           "same_device": "ignore"
         *         },
         *         "until": {
         *           "paid_again": false
         *         },
         *         "exempt": [
         *           "1"
         *         ],
         *         "state": "watch"
         *       },
         *       "days": 90
         *     }
         */
        readonly 'application/json': components['schemas']['MeasureDryRunInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "restricted": [
           *         {
           *           "player_id": 10000000123,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "step": 1,
           *           "until": "until",
           *           "causes": [
           *             {
           *               "kind": "refund",
           *               "market": "APPLE",
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ]
           *         }
           *       ],
           *       "flagged": [
           *         {
           *           "player_id": 10000000123,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "step": 1,
           *           "until": "until",
           *           "causes": [
           *             {
           *               "kind": "refund",
           *               "market": "APPLE",
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ]
           *         }
           *       ],
           *       "days": [
           *         {
           *           "day": "2026-11-15",
           *           "restricted": 1,
           *           "flagged": 1
           *         }
           *       ],
           *       "totals": {
           *         "restricted": 1,
           *         "flagged": 1,
           *         "players": 1,
           *         "exempt": 1,
           *         "undone": 1
           *       },
           *       "is_cut": true
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureDryRun'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.effects': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -since
         */
        readonly sort?: '-since' | 'since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /**
         * @description `flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.
         * @example flagged
         */
        readonly status?: components['parameters']['query.status'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "effect_id": "effect_id",
           *           "rule_id": "rule_id",
           *           "rule_name": "rule_name",
           *           "player_id": 10000000123,
           *           "status": "flagged",
           *           "flag": "watch",
           *           "step": 1,
           *           "block_type": 1,
           *           "since": "since",
           *           "until": "until",
           *           "paid_again": true,
           *           "restriction_seq": 1,
           *           "causes": [
           *             {
           *               "kind": "refund",
           *               "market": "APPLE",
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ],
           *           "source_effect_id": "source_effect_id",
           *           "ended_at": "2026-11-15T12:00:00.000Z",
           *           "end_reason": "time_over",
           *           "closed_by": "closed_by",
           *           "note": "note",
           *           "scope": "scope"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['MeasureEffect'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.effects-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -since
         */
        readonly sort?: '-since' | 'since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /**
         * @description `flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.
         * @example flagged
         */
        readonly status?: components['parameters']['query.status'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.effects-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -since
         */
        readonly sort?: '-since' | 'since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /**
         * @description `flagged`: waits for a person. `active`: restricts. `lifted`: its cause was undone or paid again. `over`: its time is over. `released`: a person ended it.
         * @example flagged
         */
        readonly status?: components['parameters']['query.status'];
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example effect_id,rule_id,rule_name */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.effect': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the effect.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly effect_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "effect_id": "effect_id",
           *       "rule_id": "rule_id",
           *       "rule_name": "rule_name",
           *       "player_id": 10000000123,
           *       "status": "flagged",
           *       "flag": "watch",
           *       "step": 1,
           *       "block_type": 1,
           *       "since": "since",
           *       "until": "until",
           *       "paid_again": true,
           *       "restriction_seq": 1,
           *       "causes": [
           *         {
           *           "kind": "refund",
           *           "market": "APPLE",
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "source_effect_id": "source_effect_id",
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "end_reason": "time_over",
           *       "closed_by": "closed_by",
           *       "note": "note",
           *       "scope": "scope"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureEffect'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.effect-release': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the effect.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly effect_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "effect_id": "effect_id",
           *       "rule_id": "rule_id",
           *       "rule_name": "rule_name",
           *       "player_id": 10000000123,
           *       "status": "flagged",
           *       "flag": "watch",
           *       "step": 1,
           *       "block_type": 1,
           *       "since": "since",
           *       "until": "until",
           *       "paid_again": true,
           *       "restriction_seq": 1,
           *       "causes": [
           *         {
           *           "kind": "refund",
           *           "market": "APPLE",
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "source_effect_id": "source_effect_id",
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "end_reason": "time_over",
           *       "closed_by": "closed_by",
           *       "note": "note",
           *       "scope": "scope"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureEffect'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.flags': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
        /**
         * @description Order. Default: `since` for open flags, `-since` for closed ones.
         * @example since
         */
        readonly sort?: 'since' | '-since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example open */
        readonly state?: 'open' | 'closed';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "effect_id": "effect_id",
           *           "rule_id": "rule_id",
           *           "rule_name": "rule_name",
           *           "player_id": 10000000123,
           *           "status": "flagged",
           *           "flag": "watch",
           *           "step": 1,
           *           "block_type": 1,
           *           "since": "since",
           *           "until": "until",
           *           "paid_again": true,
           *           "restriction_seq": 1,
           *           "causes": [
           *             {
           *               "kind": "refund",
           *               "market": "APPLE",
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "at": "2026-11-15T12:00:00.000Z"
           *             }
           *           ],
           *           "source_effect_id": "source_effect_id",
           *           "ended_at": "2026-11-15T12:00:00.000Z",
           *           "end_reason": "time_over",
           *           "closed_by": "closed_by",
           *           "note": "note",
           *           "scope": "scope"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['MeasureEffect'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.flags-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order. Default: `since` for open flags, `-since` for closed ones.
         * @example since
         */
        readonly sort?: 'since' | '-since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example open */
        readonly state?: 'open' | 'closed';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.flags-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order. Default: `since` for open flags, `-since` for closed ones.
         * @example since
         */
        readonly sort?: 'since' | '-since';
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Id of the rule.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly rule_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example open */
        readonly state?: 'open' | 'closed';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example effect_id,rule_id,rule_name */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.flag-close': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the effect.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly effect_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "note": "note"
         *     }
         */
        readonly 'application/json': {
          /** @description What was decided, and why. */
          readonly note?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "effect_id": "effect_id",
           *       "rule_id": "rule_id",
           *       "rule_name": "rule_name",
           *       "player_id": 10000000123,
           *       "status": "flagged",
           *       "flag": "watch",
           *       "step": 1,
           *       "block_type": 1,
           *       "since": "since",
           *       "until": "until",
           *       "paid_again": true,
           *       "restriction_seq": 1,
           *       "causes": [
           *         {
           *           "kind": "refund",
           *           "market": "APPLE",
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "source_effect_id": "source_effect_id",
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "end_reason": "time_over",
           *       "closed_by": "closed_by",
           *       "note": "note",
           *       "scope": "scope"
           *     }
           */
          readonly 'application/json': components['schemas']['MeasureEffect'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.ready-types': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "name": "Demo Game",
           *           "type_status": "O",
           *           "type_name": "불법 프로그램",
           *           "type_en_name": "Illegal program",
           *           "reasons": [
           *             {
           *               "language": "ko",
           *               "title": "Access restricted",
           *               "reason": "Use of an illegal program."
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ReadyType'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.ready-type-adopt': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Name of the ready type.
         * @example name
         */
        readonly name: string;
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "block_type": 1,
           *       "type_status": "O",
           *       "type_name": "불법 프로그램",
           *       "type_en_name": "Illegal program",
           *       "reasons": [
           *         {
           *           "language": "ko",
           *           "title": "Access restricted",
           *           "reason": "Use of an illegal program."
           *         }
           *       ],
           *       "appeals": true,
           *       "appeal_answers": [
           *         {
           *           "decision": "release",
           *           "language": "ko",
           *           "text": "The market accepted the settings."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionType'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.measure.debt': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "debt": [
           *         {
           *           "currency": "USD",
           *           "amount": "9.99",
           *           "purchases": [
           *             {
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "refunded_at": "2026-11-15T12:00:00.000Z",
           *               "paid": "paid",
           *               "remaining": "remaining"
           *             }
           *           ],
           *           "paid": "paid",
           *           "remaining": "remaining"
           *         }
           *       ],
           *       "settled": [
           *         {
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "refunded_at": "2026-11-15T12:00:00.000Z",
           *           "paid": "paid",
           *           "remaining": "remaining"
           *         }
           *       ],
           *       "without_price": [
           *         {
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "refunded_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "not_counted": [
           *         {
           *           "transaction_id": "transaction_id",
           *           "service_transaction_id": "service_transaction_id",
           *           "product_id": "gems.100",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "verified_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerDebt'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.consent.settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "restrict": true,
           *       "block_type": 1,
           *       "type_missing": true
           *     }
           */
          readonly 'application/json': components['schemas']['ConsentSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.consent.switch': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "restrict": true
         *     }
         */
        readonly 'application/json': components['schemas']['ConsentSwitch'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "restrict": true,
           *       "block_type": 1,
           *       "type_missing": true
           *     }
           */
          readonly 'application/json': components['schemas']['ConsentSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.consent.player': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawn": true,
           *       "restricted": true,
           *       "downloads": [
           *         {
           *           "download": "download",
           *           "kind": "app_transaction",
           *           "state": "linked",
           *           "provider": "provider",
           *           "said_at": "2026-11-15T12:00:00.000Z",
           *           "linked_at": "2026-11-15T12:00:00.000Z",
           *           "changed_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerConsent'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.consent.restore': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description Reason for the change, shown in the history. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawn": true,
           *       "restricted": true,
           *       "downloads": [
           *         {
           *           "download": "download",
           *           "kind": "app_transaction",
           *           "state": "linked",
           *           "provider": "provider",
           *           "said_at": "2026-11-15T12:00:00.000Z",
           *           "linked_at": "2026-11-15T12:00:00.000Z",
           *           "changed_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerConsent'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.type.import': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "dry_run": true,
         *       "file": "file",
         *       "lines": [
         *         {
         *           "line": 1,
         *           "type_status": "O",
         *           "type_name": "불법 프로그램",
         *           "type_en_name": "Illegal program",
         *           "reasons": [
         *             {
         *               "language": "ko",
         *               "title": "Access restricted",
         *               "reason": "Use of an illegal program."
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['TypeImport'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dry_run": false,
           *       "new": 1,
           *       "extended": 0,
           *       "unchanged": 0,
           *       "refused": 1,
           *       "items": [
           *         {
           *           "line": 2,
           *           "outcome": "new"
           *         },
           *         {
           *           "line": 3,
           *           "outcome": "refused",
           *           "field": "end_date",
           *           "reason": "The period is over. Leave the line out."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ImportReport'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.import': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "dry_run": true,
         *       "file": "file",
         *       "lines": [
         *         {
         *           "line": 1,
         *           "player_id": 10000000123,
         *           "scope": "scope",
         *           "status": "P",
         *           "block_type": 1,
         *           "type_en_name": "Illegal program",
         *           "start_date": "2026-11-15 00:00:00",
         *           "end_date": "2099-12-15 00:00:00",
         *           "comment": "Confirmed by support."
         *         }
         *       ],
         *       "extend": true,
         *       "notify": true
         *     }
         */
        readonly 'application/json': components['schemas']['RestrictionImport'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dry_run": false,
           *       "new": 1,
           *       "extended": 0,
           *       "unchanged": 0,
           *       "refused": 1,
           *       "items": [
           *         {
           *           "line": 2,
           *           "outcome": "new"
           *         },
           *         {
           *           "line": 3,
           *           "outcome": "refused",
           *           "field": "end_date",
           *           "reason": "The period is over. Leave the line out."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ImportReport'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.import': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "dry_run": true,
         *       "file": "file",
         *       "lines": [
         *         {
         *           "line": 1,
         *           "kind": "consumable",
         *           "provider": "APPLE",
         *           "store_transaction_id": "store_transaction_id",
         *           "market_transaction_id": "market_transaction_id",
         *           "purchase_token": "purchase_token",
         *           "subscription_id": "370000000000001",
         *           "product_id": "gems.100",
         *           "quantity": 1,
         *           "amount": "9.99",
         *           "currency": "USD",
         *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *           "player_id": 10000000123,
         *           "purchase_date": "2026-11-15T12:00:00.000Z",
         *           "verified_date": "2026-11-15T12:00:00.000Z",
         *           "expires_date": "2026-11-15T12:00:00.000Z",
         *           "cancel_state": 0,
         *           "cancel_date": "2026-11-15T12:00:00.000Z",
         *           "test": 0,
         *           "delivery": 1,
         *           "delivery_date": "2026-11-15T12:00:00.000Z",
         *           "payload": "payload",
         *           "server_id": "asia-1",
         *           "receipt": "receipt"
         *         }
         *       ],
         *       "send_events": true
         *     }
         */
        readonly 'application/json': components['schemas']['PurchaseImport'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dry_run": false,
           *       "new": 1,
           *       "extended": 0,
           *       "unchanged": 0,
           *       "refused": 1,
           *       "items": [
           *         {
           *           "line": 2,
           *           "outcome": "new"
           *         },
           *         {
           *           "line": 3,
           *           "outcome": "refused",
           *           "field": "end_date",
           *           "reason": "The period is over. Leave the line out."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ImportReport'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.overview.read': {
    readonly parameters: {
      readonly query: {
        /**
         * @description Start of the range, rounded down to the step, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from: string;
        /**
         * @description End of the range, exclusive, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to: string;
        /**
         * @description Hours or days in the app's time zone.
         * @example hour
         */
        readonly step?: 'hour' | 'day';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "step": "hour",
           *       "now": [
           *         {
           *           "metric": "purchases",
           *           "dimension": "APPLE",
           *           "value": 1
           *         }
           *       ],
           *       "series": [
           *         {
           *           "metric": "purchases",
           *           "dimension": "APPLE",
           *           "points": [
           *             {
           *               "at": "2026-11-15T12:00:00.000Z",
           *               "value": 1
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Overview'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.revenue': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the sums. The 20 products or countries with most purchases, and the others together. By currency, the one that was paid in.
         * @example market
         */
        readonly by?: 'market' | 'product' | 'country' | 'currency';
        /**
         * @description Converts to this currency by the rates that were entered; what has none stays in its own.
         * @example USD
         */
        readonly currency?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "hour",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "value": "value",
           *           "currency": "USD",
           *           "purchases": 1,
           *           "gross": "1198.80",
           *           "refunds": 1,
           *           "refunded": "9.99",
           *           "disputes": 1,
           *           "disputed": "0.00",
           *           "net": "1188.81",
           *           "cancelled": 1
           *         }
           *       ],
           *       "totals": [
           *         {
           *           "value": "value",
           *           "currency": "USD",
           *           "purchases": 1,
           *           "gross": "1198.80",
           *           "refunds": 1,
           *           "refunded": "9.99",
           *           "disputes": 1,
           *           "disputed": "0.00",
           *           "net": "1188.81",
           *           "cancelled": 1
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "value": "value",
           *             "currency": "USD",
           *             "purchases": 1,
           *             "gross": "1198.80",
           *             "refunds": 1,
           *             "refunded": "9.99",
           *             "disputes": 1,
           *             "disputed": "0.00",
           *             "net": "1188.81",
           *             "cancelled": 1
           *           }
           *         ],
           *         "totals": [
           *           {
           *             "value": "value",
           *             "currency": "USD",
           *             "purchases": 1,
           *             "gross": "1198.80",
           *             "refunds": 1,
           *             "refunded": "9.99",
           *             "disputes": 1,
           *             "disputed": "0.00",
           *             "net": "1188.81",
           *             "cancelled": 1
           *           }
           *         ]
           *       },
           *       "reporting": [
           *         "USD"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Revenue'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.revenue-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the sums. The 20 products or countries with most purchases, and the others together. By currency, the one that was paid in.
         * @example market
         */
        readonly by?: 'market' | 'product' | 'country' | 'currency';
        /**
         * @description Converts to this currency by the rates that were entered; what has none stays in its own.
         * @example USD
         */
        readonly currency?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,value,currency,purchases
           *     2026-11-15T00:00:00.000Z,APPLE,USD,12
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.payers': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "payers": 1,
           *           "first_payers": 1,
           *           "repeat_payers": 1,
           *           "repeat_rate": "0.2500",
           *           "revenue": [
           *             {
           *               "currency": "USD",
           *               "gross": "1198.80",
           *               "paid_by": 96,
           *               "per_payer": "3.42"
           *             }
           *           ]
           *         }
           *       ],
           *       "range": {
           *         "payers": 1,
           *         "first_payers": 1
           *       },
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "payers": 1,
           *             "first_payers": 1,
           *             "repeat_payers": 1,
           *             "repeat_rate": "0.2500",
           *             "revenue": [
           *               {
           *                 "currency": "USD",
           *                 "gross": "1198.80",
           *                 "paid_by": 96,
           *                 "per_payer": "3.42"
           *               }
           *             ]
           *           }
           *         ],
           *         "range": {
           *           "payers": 1,
           *           "first_payers": 1
           *         }
           *       },
           *       "lifetime": {
           *         "payers": 1,
           *         "revenue": [
           *           {
           *             "currency": "USD",
           *             "net": "1188.81",
           *             "paid_by": 96,
           *             "per_payer": "3.42"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['Payers'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.payers-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,payers,first_payers
           *     2026-11-15T00:00:00.000Z,12,3
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.subscriptions': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "active": 1,
           *           "paying": 1,
           *           "trialing": 1,
           *           "grace": 1,
           *           "retry": 1,
           *           "paused": 1,
           *           "new": 1,
           *           "renewed": 1,
           *           "resurrected": 1,
           *           "churned": 1,
           *           "churn_rate": "0.0500",
           *           "trials": 1,
           *           "converted": 1,
           *           "conversion_rate": "0.4000",
           *           "ended": {
           *             "choice": 1,
           *             "failed_payment": 1,
           *             "refund": 1,
           *             "unknown": 1
           *           },
           *           "mrr": [
           *             {
           *               "currency": "USD",
           *               "mrr": "499.50",
           *               "new": "new",
           *               "expansion": "5.00",
           *               "contraction": "0.00",
           *               "churn": "-9.99",
           *               "resurrection": "0.00"
           *             }
           *           ]
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "active": 1,
           *             "paying": 1,
           *             "trialing": 1,
           *             "grace": 1,
           *             "retry": 1,
           *             "paused": 1,
           *             "new": 1,
           *             "renewed": 1,
           *             "resurrected": 1,
           *             "churned": 1,
           *             "churn_rate": "0.0500",
           *             "trials": 1,
           *             "converted": 1,
           *             "conversion_rate": "0.4000",
           *             "ended": {
           *               "choice": 1,
           *               "failed_payment": 1,
           *               "refund": 1,
           *               "unknown": 1
           *             },
           *             "mrr": [
           *               {
           *                 "currency": "USD",
           *                 "mrr": "499.50",
           *                 "new": "new",
           *                 "expansion": "5.00",
           *                 "contraction": "0.00",
           *                 "churn": "-9.99",
           *                 "resurrection": "0.00"
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['SubscriptionFigures'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.subscriptions-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,active,paying
           *     2026-11-15T00:00:00.000Z,12,11
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.cohorts': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "is_current": true,
           *       "items": [
           *         {
           *           "month": "2026-11",
           *           "subscribers": 1,
           *           "retained": [
           *             1
           *           ],
           *           "lifetime": [
           *             {
           *               "currency": "USD",
           *               "net": [
           *                 "1188.81"
           *               ],
           *               "paid_by": 96,
           *               "per_subscriber": [
           *                 "per_subscriber"
           *               ]
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Cohorts'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.cohorts-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example month,subscribers,month_1
           *     2026-11,12,11
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.verification': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures.
         * @example market
         */
        readonly by?: 'market';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "value": "value",
           *           "verified": 1,
           *           "duplicates": 1,
           *           "refused": 1,
           *           "reasons": [
           *             {
           *               "reason": "Use of an illegal program.",
           *               "refused": 1
           *             }
           *           ],
           *           "could_not_ask": 1,
           *           "asked": 1,
           *           "answered": 1,
           *           "availability": "availability",
           *           "p50_ms": 1,
           *           "p95_ms": 1,
           *           "undelivered": 1
           *         }
           *       ],
           *       "totals": [
           *         {
           *           "value": "value",
           *           "verified": 1,
           *           "duplicates": 1,
           *           "refused": 1,
           *           "reasons": [
           *             {
           *               "reason": "Use of an illegal program.",
           *               "refused": 1
           *             }
           *           ],
           *           "could_not_ask": 1,
           *           "asked": 1,
           *           "answered": 1,
           *           "availability": "availability",
           *           "p50_ms": 1,
           *           "p95_ms": 1,
           *           "undelivered": 1
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "value": "value",
           *             "verified": 1,
           *             "duplicates": 1,
           *             "refused": 1,
           *             "reasons": [
           *               {
           *                 "reason": "Use of an illegal program.",
           *                 "refused": 1
           *               }
           *             ],
           *             "could_not_ask": 1,
           *             "asked": 1,
           *             "answered": 1,
           *             "availability": "availability",
           *             "p50_ms": 1,
           *             "p95_ms": 1,
           *             "undelivered": 1
           *           }
           *         ],
           *         "totals": [
           *           {
           *             "value": "value",
           *             "verified": 1,
           *             "duplicates": 1,
           *             "refused": 1,
           *             "reasons": [
           *               {
           *                 "reason": "Use of an illegal program.",
           *                 "refused": 1
           *               }
           *             ],
           *             "could_not_ask": 1,
           *             "asked": 1,
           *             "answered": 1,
           *             "availability": "availability",
           *             "p50_ms": 1,
           *             "p95_ms": 1,
           *             "undelivered": 1
           *           }
           *         ]
           *       },
           *       "products": [
           *         {
           *           "product": "product",
           *           "purchases": 1,
           *           "cancelled": 1,
           *           "refund_rate": "refund_rate",
           *           "unusual": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['VerificationFigures'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.verification-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures.
         * @example market
         */
        readonly by?: 'market';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,value,verified,duplicates
           *     2026-11-15T00:00:00.000Z,APPLE,12,3
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.disputes': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures.
         * @example reason
         */
        readonly by?: 'reason' | 'gateway';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "value": "value",
           *           "disputes": 1,
           *           "answered": 1,
           *           "open": 1,
           *           "won": 1,
           *           "lost": 1,
           *           "win_rate": "win_rate",
           *           "amounts": [
           *             {
           *               "currency": "USD",
           *               "disputed": "0.00",
           *               "won": "won",
           *               "lost": "lost"
           *             }
           *           ]
           *         }
           *       ],
           *       "totals": [
           *         {
           *           "value": "value",
           *           "disputes": 1,
           *           "answered": 1,
           *           "open": 1,
           *           "won": 1,
           *           "lost": 1,
           *           "win_rate": "win_rate",
           *           "amounts": [
           *             {
           *               "currency": "USD",
           *               "disputed": "0.00",
           *               "won": "won",
           *               "lost": "lost"
           *             }
           *           ]
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "value": "value",
           *             "disputes": 1,
           *             "answered": 1,
           *             "open": 1,
           *             "won": 1,
           *             "lost": 1,
           *             "win_rate": "win_rate",
           *             "amounts": [
           *               {
           *                 "currency": "USD",
           *                 "disputed": "0.00",
           *                 "won": "won",
           *                 "lost": "lost"
           *               }
           *             ]
           *           }
           *         ],
           *         "totals": [
           *           {
           *             "value": "value",
           *             "disputes": 1,
           *             "answered": 1,
           *             "open": 1,
           *             "won": 1,
           *             "lost": 1,
           *             "win_rate": "win_rate",
           *             "amounts": [
           *               {
           *                 "currency": "USD",
           *                 "disputed": "0.00",
           *                 "won": "won",
           *                 "lost": "lost"
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeFigures'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.disputes-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures.
         * @example reason
         */
        readonly by?: 'reason' | 'gateway';
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,value,disputes,answered
           *     2026-11-15T00:00:00.000Z,,3,2
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.figures': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures by restriction type, by who made the change, or by scope.
         * @example type
         */
        readonly by?: 'type' | 'actor' | 'scope';
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "Asia/Seoul",
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "value": "value",
           *           "registered": 1,
           *           "changed": 1,
           *           "released": 1,
           *           "expired": 1,
           *           "repeat_offenders": 1,
           *           "release_median_s": 1,
           *           "release_p90_s": 1
           *         }
           *       ],
           *       "totals": [
           *         {
           *           "value": "value",
           *           "registered": 1,
           *           "changed": 1,
           *           "released": 1,
           *           "expired": 1,
           *           "repeat_offenders": 1,
           *           "release_median_s": 1,
           *           "release_p90_s": 1
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "value": "value",
           *             "registered": 1,
           *             "changed": 1,
           *             "released": 1,
           *             "expired": 1,
           *             "repeat_offenders": 1,
           *             "release_median_s": 1,
           *             "release_p90_s": 1
           *           }
           *         ],
           *         "totals": [
           *           {
           *             "value": "value",
           *             "registered": 1,
           *             "changed": 1,
           *             "released": 1,
           *             "expired": 1,
           *             "repeat_offenders": 1,
           *             "release_median_s": 1,
           *             "release_p90_s": 1
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['RestrictionFigures'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.restriction.figures-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the figures by restriction type, by who made the change, or by scope.
         * @example type
         */
        readonly by?: 'type' | 'actor' | 'scope';
        /**
         * @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`.
         * @example scope
         */
        readonly scope?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,value,registered,changed
           *     2026-11-15T00:00:00.000Z,1,12,3
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.project-revenue': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the sums. The 20 products or countries with most purchases, and the others together.
         * @example app
         */
        readonly by?: 'app' | 'market' | 'product' | 'country' | 'currency';
        /**
         * @description Converts to this currency by the rates that were entered; what has none stays in its own.
         * @example USD
         */
        readonly currency?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "step": "day",
           *       "is_current": true,
           *       "from": "2026-11-15T12:00:00.000Z",
           *       "to": "2026-11-15T12:00:00.000Z",
           *       "items": [
           *         {
           *           "at": "2026-11-15T12:00:00.000Z",
           *           "value": "value",
           *           "currency": "USD",
           *           "purchases": 1,
           *           "gross": "1198.80",
           *           "refunds": 1,
           *           "refunded": "9.99",
           *           "disputes": 1,
           *           "disputed": "0.00",
           *           "net": "1188.81",
           *           "cancelled": 1
           *         }
           *       ],
           *       "totals": [
           *         {
           *           "value": "value",
           *           "currency": "USD",
           *           "purchases": 1,
           *           "gross": "1198.80",
           *           "refunds": 1,
           *           "refunded": "9.99",
           *           "disputes": 1,
           *           "disputed": "0.00",
           *           "net": "1188.81",
           *           "cancelled": 1
           *         }
           *       ],
           *       "compared": {
           *         "from": "2026-11-15T12:00:00.000Z",
           *         "to": "2026-11-15T12:00:00.000Z",
           *         "items": [
           *           {
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "value": "value",
           *             "currency": "USD",
           *             "purchases": 1,
           *             "gross": "1198.80",
           *             "refunds": 1,
           *             "refunded": "9.99",
           *             "disputes": 1,
           *             "disputed": "0.00",
           *             "net": "1188.81",
           *             "cancelled": 1
           *           }
           *         ],
           *         "totals": [
           *           {
           *             "value": "value",
           *             "currency": "USD",
           *             "purchases": 1,
           *             "gross": "1198.80",
           *             "refunds": 1,
           *             "refunded": "9.99",
           *             "disputes": 1,
           *             "disputed": "0.00",
           *             "net": "1188.81",
           *             "cancelled": 1
           *           }
           *         ]
           *       },
           *       "reporting": [
           *         "USD"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ProjectRevenue'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.project-revenue-file': {
    readonly parameters: {
      readonly query: {
        /**
         * @description First day, in the app's time zone, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly from: string;
        /**
         * @description Last day, included, such as `2026-11-15`.
         * @example 2026-11-15
         */
        readonly to: string;
        /**
         * @description Length of a period; weeks begin on Mondays. By default hours up to 2 days, days up to 92, else months. Hours at most for 31 days.
         * @example hour
         */
        readonly step?: 'hour' | 'day' | 'week' | 'month';
        /**
         * @description Splits the sums. The 20 products or countries with most purchases, and the others together.
         * @example app
         */
        readonly by?: 'app' | 'market' | 'product' | 'country' | 'currency';
        /**
         * @description Converts to this currency by the rates that were entered; what has none stays in its own.
         * @example USD
         */
        readonly currency?: string;
        /**
         * @description Adds the period before, or the same days a year earlier.
         * @example before
         */
        readonly compare?: 'before' | 'year';
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example at,value,currency,purchases
           *     2026-11-15,com.example.game,USD,12
           */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.rates': {
    readonly parameters: {
      readonly query: {
        /**
         * @description ISO 4217.
         * @example USD
         */
        readonly reporting: string;
      };
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "currency": "USD",
           *           "day": "2026-11-15",
           *           "rate": "0.00072"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ExchangeRate'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.set-rates': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "reporting": "USD",
         *       "rates": [
         *         {
         *           "currency": "KRW",
         *           "day": "2026-11-01",
         *           "rate": "0.00072"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': {
          /** @description ISO 4217. */
          readonly reporting: string;
          readonly rates: readonly components['schemas']['ExchangeRateInput'][];
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rates": 1
           *     }
           */
          readonly 'application/json': components['schemas']['ExchangeRatesResult'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.figures.import-rates': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "reporting": "USD",
         *       "csv": "currency,day,rate\nKRW,2026-11-01,0.00072\n"
         *     }
         */
        readonly 'application/json': {
          /** @description ISO 4217. */
          readonly reporting: string;
          /**
           * @description Lines with `currency,day,rate`, after a line with these names; at most 10000.
           * @example currency,day,rate
           *     KRW,2026-11-01,0.00072
           */
          readonly csv: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "rates": 1
           *     }
           */
          readonly 'application/json': components['schemas']['ExchangeRatesResult'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.search': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -verified_at
         */
        readonly sort?: '-verified_at' | 'verified_at' | '-purchased_at' | 'purchased_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Transaction id at the market, or the order number.
         * @example store_transaction_id
         */
        readonly store_transaction_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
         * @example valid
         */
        readonly state?: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @description Country that the app server named, such as `KR`. */
        readonly country?: string;
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Only undelivered purchases: never reported as delivered, and no test purchase, import, subscription cycle or cancelled purchase.
         * @example Y
         */
        readonly undelivered?: 'Y';
        /**
         * @description Only purchases that the market reported and no app server has verified; no subscription cycles.
         * @example Y
         */
        readonly unclaimed?: 'Y';
        /**
         * @description Only purchases with a refund or dispute, also a partial or reversed one, that the market reported between `from` and `to`.
         * @example Y
         */
        readonly reported?: 'Y';
        /**
         * @description Verified at or after this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Verified at or before this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "service_transaction_id": "AP_12",
           *           "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *           "kind": "consumable",
           *           "provider": "APPLE",
           *           "store_transaction_id": "370000000000001",
           *           "product_id": "gem_1200",
           *           "quantity": 1,
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "purchased_at": "2026-11-15T11:59:58.000Z",
           *           "verified_at": "2026-11-15T12:00:00.000Z",
           *           "state": "valid",
           *           "refunded_at": null,
           *           "dispute": null,
           *           "refunded_by": null,
           *           "ownership": "PURCHASED",
           *           "claimed": true,
           *           "test": false,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "server_id": null,
           *           "delivery": "delivered",
           *           "undelivered": false,
           *           "player_id": 20001
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Purchase'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.search-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -verified_at
         */
        readonly sort?: '-verified_at' | 'verified_at' | '-purchased_at' | 'purchased_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Transaction id at the market, or the order number.
         * @example store_transaction_id
         */
        readonly store_transaction_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
         * @example valid
         */
        readonly state?: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @description Country that the app server named, such as `KR`. */
        readonly country?: string;
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Only undelivered purchases: never reported as delivered, and no test purchase, import, subscription cycle or cancelled purchase.
         * @example Y
         */
        readonly undelivered?: 'Y';
        /**
         * @description Only purchases that the market reported and no app server has verified; no subscription cycles.
         * @example Y
         */
        readonly unclaimed?: 'Y';
        /**
         * @description Only purchases with a refund or dispute, also a partial or reversed one, that the market reported between `from` and `to`.
         * @example Y
         */
        readonly reported?: 'Y';
        /**
         * @description Verified at or after this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Verified at or before this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "service_transaction_id": "AP_12",
           *       "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *       "kind": "consumable",
           *       "provider": "APPLE",
           *       "store_transaction_id": "370000000000001",
           *       "product_id": "gem_1200",
           *       "quantity": 1,
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "purchased_at": "2026-11-15T11:59:58.000Z",
           *       "verified_at": "2026-11-15T12:00:00.000Z",
           *       "state": "valid",
           *       "refunded_at": null,
           *       "dispute": null,
           *       "refunded_by": null,
           *       "ownership": "PURCHASED",
           *       "claimed": true,
           *       "test": false,
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "server_id": null,
           *       "delivery": "delivered",
           *       "undelivered": false,
           *       "player_id": 20001,
           *       "market_transaction_id": "370000000000001",
           *       "purchase_date_source": "STORE_PAYMENT",
           *       "account_compare": "match",
           *       "claimed_at": "2026-11-15T12:00:00.000Z",
           *       "client_id": "client_5f0c",
           *       "request_type": 1,
           *       "app_version": "1.2.3",
           *       "country": "US",
           *       "language": "en",
           *       "payload": null,
           *       "price_verify_key": null,
           *       "project_info": null,
           *       "receipt": "eyJhbGciOiJFUzI1NiIs…",
           *       "market_result": {
           *         "transactionId": "370000000000001"
           *       },
           *       "delivery_at": "2026-11-15T12:00:01.000Z",
           *       "subscription_id": null,
           *       "order": null
           *     }
           */
          readonly 'application/json': components['schemas']['PurchaseRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.timeline': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "at": "2026-11-15T11:59:58.000Z",
           *           "kind": "purchase.paid",
           *           "details": {
           *             "source": "STORE_PAYMENT"
           *           }
           *         },
           *         {
           *           "at": "2026-11-17T08:30:00.000Z",
           *           "kind": "purchase.refunded",
           *           "details": {}
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['TimelineEntry'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Transaction id at the market, or the order number.
         * @example store_transaction_id
         */
        readonly store_transaction_id?: string;
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `disputed`: cancelled while a dispute is open. `charged_back`: cancelled by a lost dispute. `refunded`: cancelled without a dispute. `revoked`: a family no longer shares it; nothing was refunded.
         * @example valid
         */
        readonly state?: 'valid' | 'refunded' | 'revoked' | 'disputed' | 'charged_back';
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @description Country that the app server named, such as `KR`. */
        readonly country?: string;
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Only undelivered purchases: never reported as delivered, and no test purchase, import, subscription cycle or cancelled purchase.
         * @example Y
         */
        readonly undelivered?: 'Y';
        /**
         * @description Only purchases that the market reported and no app server has verified; no subscription cycles.
         * @example Y
         */
        readonly unclaimed?: 'Y';
        /**
         * @description Only purchases with a refund or dispute, also a partial or reversed one, that the market reported between `from` and `to`.
         * @example Y
         */
        readonly reported?: 'Y';
        /**
         * @description Verified at or after this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Verified at or before this time; bought or reported, with `sort` or `reported`, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -verified_at
         */
        readonly sort?: '-verified_at' | 'verified_at' | '-purchased_at' | 'purchased_at';
        /** @example csv */
        readonly format?: 'csv' | 'ndjson';
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example service_transaction_id,provider,amount,currency
           *     AP_12,APPLE,9.99,USD
           */
          readonly 'text/csv': string;
          /**
           * @example service_transaction_id,provider,amount,currency
           *     AP_12,APPLE,9.99,USD
           */
          readonly 'application/x-ndjson': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.deliver': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "result": "delivered",
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /**
           * @description `delivered`: the player has the goods. `cancelled`: they were never given. `clawed_back`: they were taken back.
           * @enum {unknown}
           */
          readonly result: 'delivered' | 'cancelled' | 'clawed_back';
          /** @description Reason, shown in the audit log. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "service_transaction_id": "AP_12",
           *       "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *       "kind": "consumable",
           *       "provider": "APPLE",
           *       "store_transaction_id": "370000000000001",
           *       "product_id": "gem_1200",
           *       "quantity": 1,
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "purchased_at": "2026-11-15T11:59:58.000Z",
           *       "verified_at": "2026-11-15T12:00:00.000Z",
           *       "state": "valid",
           *       "refunded_at": null,
           *       "dispute": null,
           *       "refunded_by": null,
           *       "ownership": "PURCHASED",
           *       "claimed": true,
           *       "test": false,
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "server_id": null,
           *       "delivery": "delivered",
           *       "undelivered": false,
           *       "player_id": 20001,
           *       "market_transaction_id": "370000000000001",
           *       "purchase_date_source": "STORE_PAYMENT",
           *       "account_compare": "match",
           *       "claimed_at": "2026-11-15T12:00:00.000Z",
           *       "client_id": "client_5f0c",
           *       "request_type": 1,
           *       "app_version": "1.2.3",
           *       "country": "US",
           *       "language": "en",
           *       "payload": null,
           *       "price_verify_key": null,
           *       "project_info": null,
           *       "receipt": "eyJhbGciOiJFUzI1NiIs…",
           *       "market_result": {
           *         "transactionId": "370000000000001"
           *       },
           *       "delivery_at": "2026-11-15T12:00:01.000Z",
           *       "subscription_id": null,
           *       "order": null
           *     }
           */
          readonly 'application/json': components['schemas']['PurchaseRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.resend-event': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "number": 1
         *     }
         */
        readonly 'application/json': {
          /** @description Number of the event in the timeline. Without it, `purchase.verified` is sent. */
          readonly number?: number;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "type",
           *       "number": 1
           *     }
           */
          readonly 'application/json': components['schemas']['ResentEvent'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.refund.groups': {
    readonly parameters: {
      readonly query: {
        /**
         * @description A refund counts for every device on which its player has logged in.
         * @example player
         */
        readonly by: 'player' | 'device' | 'product';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Only players who have logged in on this device.
         * @example 1
         */
        readonly did?: components['parameters']['query.did'];
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Refunded at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Refunded at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "player_id": 10000000123,
           *           "did": 1,
           *           "product_id": "gems.100",
           *           "refunds": 1,
           *           "players": 1,
           *           "amounts": [
           *             {
           *               "currency": "USD",
           *               "amount": "9.99"
           *             }
           *           ],
           *           "last_refunded_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "refunds": 1,
           *       "is_complete": true
           *     }
           */
          readonly 'application/json': components['schemas']['RefundGroups'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.refund.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -refunded_at
         */
        readonly sort?: '-refunded_at' | 'refunded_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Only players who have logged in on this device.
         * @example 1
         */
        readonly did?: components['parameters']['query.did'];
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Refunded at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Refunded at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "service_transaction_id": "AP_12",
           *           "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *           "kind": "consumable",
           *           "provider": "APPLE",
           *           "store_transaction_id": "370000000000001",
           *           "product_id": "gem_1200",
           *           "quantity": 1,
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "purchased_at": "2026-11-15T11:59:58.000Z",
           *           "verified_at": "2026-11-15T12:00:00.000Z",
           *           "state": "refunded",
           *           "refunded_at": "2026-11-17T08:30:00.000Z",
           *           "dispute": null,
           *           "refunded_by": {
           *             "action_id": "019a9b1c-7c00-7000-8000-5d2f6b1a9e40",
           *             "name": "support@example.com",
           *             "reason": "Bought twice by mistake"
           *           },
           *           "ownership": "PURCHASED",
           *           "claimed": true,
           *           "test": false,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "server_id": null,
           *           "delivery": "delivered",
           *           "undelivered": false,
           *           "player_id": 20001
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Purchase'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.refund.list-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -refunded_at
         */
        readonly sort?: '-refunded_at' | 'refunded_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Only players who have logged in on this device.
         * @example 1
         */
        readonly did?: components['parameters']['query.did'];
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Refunded at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Refunded at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.refund.list-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -refunded_at
         */
        readonly sort?: '-refunded_at' | 'refunded_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Only players who have logged in on this device.
         * @example 1
         */
        readonly did?: components['parameters']['query.did'];
        /**
         * @description Product that was bought.
         * @example gems.100
         */
        readonly product_id?: string;
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description `N` leaves out test purchases.
         * @example Y
         */
        readonly test?: 'Y' | 'N';
        /**
         * @description Refunded at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Refunded at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example service_transaction_id,transaction_id,kind */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -opened_at
         */
        readonly sort?: '-opened_at' | 'opened_at';
        /**
         * @description `open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
         * @example open
         */
        readonly state?: 'open' | 'sent' | 'won' | 'lost' | 'closed';
        /**
         * @description In the gateway's word.
         * @example reason
         */
        readonly reason?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Opened at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Opened at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
        /**
         * @description To be answered at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly due_to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "dispute_id": "du_1QxYz2",
           *           "gateway": "STRIPE",
           *           "order_id": "H1001",
           *           "player_id": 20001,
           *           "state": "open",
           *           "inquiry": false,
           *           "reason": "fraudulent",
           *           "network_reason": "10.4",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "opened_at": "2026-11-15T12:00:00.000Z",
           *           "due_at": "2026-11-24T12:00:00.000Z",
           *           "decided_at": null,
           *           "answered": false,
           *           "answer_here": true,
           *           "sending": "unsent"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Dispute'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.list-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -opened_at
         */
        readonly sort?: '-opened_at' | 'opened_at';
        /**
         * @description `open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
         * @example open
         */
        readonly state?: 'open' | 'sent' | 'won' | 'lost' | 'closed';
        /**
         * @description In the gateway's word.
         * @example reason
         */
        readonly reason?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Opened at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Opened at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
        /**
         * @description To be answered at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly due_to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.list-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -opened_at
         */
        readonly sort?: '-opened_at' | 'opened_at';
        /**
         * @description `open`: the bank waits for an answer. `sent`: answered, not decided yet. `closed`: an inquiry that is over, or a dispute that was prevented.
         * @example open
         */
        readonly state?: 'open' | 'sent' | 'won' | 'lost' | 'closed';
        /**
         * @description In the gateway's word.
         * @example reason
         */
        readonly reason?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Opened at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Opened at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
        /**
         * @description To be answered at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly due_to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example dispute_id,gateway,order_id */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the dispute at the gateway.
         * @example dispute_id
         */
        readonly dispute_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dispute_id": "dispute_id",
           *       "gateway": "STRIPE",
           *       "order_id": "order_id",
           *       "player_id": 10000000123,
           *       "state": "open",
           *       "inquiry": true,
           *       "reason": "Use of an illegal program.",
           *       "network_reason": "network_reason",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "due_at": "2026-11-15T12:00:00.000Z",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "answered": true,
           *       "answer_here": true,
           *       "sending": "unsent",
           *       "version": 1,
           *       "draft": {
           *         "uncategorized_text": "uncategorized_text",
           *         "product_description": "product_description",
           *         "service_date": "service_date",
           *         "access_activity_log": "access_activity_log",
           *         "refund_policy_disclosure": "refund_policy_disclosure",
           *         "refund_refusal_explanation": "refund_refusal_explanation",
           *         "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *         "cancellation_rebuttal": "cancellation_rebuttal",
           *         "duplicate_charge_explanation": "duplicate_charge_explanation",
           *         "duplicate_charge_id": "duplicate_charge_id",
           *         "customer_name": "customer_name",
           *         "customer_email_address": "customer_email_address",
           *         "customer_purchase_ip": "customer_purchase_ip",
           *         "billing_address": "billing_address",
           *         "customer_communication": "customer_communication",
           *         "receipt": "receipt",
           *         "refund_policy": "refund_policy",
           *         "cancellation_policy": "cancellation_policy",
           *         "service_documentation": "service_documentation",
           *         "duplicate_charge_documentation": "duplicate_charge_documentation",
           *         "uncategorized_file": "uncategorized_file"
           *       },
           *       "edited_at": "2026-11-15T12:00:00.000Z",
           *       "edited_by": "edited_by",
           *       "sent": {
           *         "evidence": {
           *           "uncategorized_text": "uncategorized_text",
           *           "product_description": "product_description",
           *           "service_date": "service_date",
           *           "access_activity_log": "access_activity_log",
           *           "refund_policy_disclosure": "refund_policy_disclosure",
           *           "refund_refusal_explanation": "refund_refusal_explanation",
           *           "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *           "cancellation_rebuttal": "cancellation_rebuttal",
           *           "duplicate_charge_explanation": "duplicate_charge_explanation",
           *           "duplicate_charge_id": "duplicate_charge_id",
           *           "customer_name": "customer_name",
           *           "customer_email_address": "customer_email_address",
           *           "customer_purchase_ip": "customer_purchase_ip",
           *           "billing_address": "billing_address",
           *           "customer_communication": "customer_communication",
           *           "receipt": "receipt",
           *           "refund_policy": "refund_policy",
           *           "cancellation_policy": "cancellation_policy",
           *           "service_documentation": "service_documentation",
           *           "duplicate_charge_documentation": "duplicate_charge_documentation",
           *           "uncategorized_file": "uncategorized_file"
           *         },
           *         "sent_at": "2026-11-15T12:00:00.000Z",
           *         "sent_by": "sent_by",
           *         "settled_at": "2026-11-15T12:00:00.000Z",
           *         "refusal": "refusal"
           *       },
           *       "facts": {
           *         "service_transaction_id": "service_transaction_id",
           *         "product_id": "gems.100",
           *         "product_name": "product_name",
           *         "quantity": 1,
           *         "amount": "9.99",
           *         "currency": "USD",
           *         "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "language": "en",
           *         "ordered_at": "2026-11-15T12:00:00.000Z",
           *         "paid_at": "2026-11-15T12:00:00.000Z",
           *         "delivery": "delivered",
           *         "delivered_at": "2026-11-15T12:00:00.000Z",
           *         "refunded": true,
           *         "logins": [
           *           {
           *             "did": 1,
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "until": "until"
           *           }
           *         ],
           *         "earlier_purchases": 1,
           *         "earlier_amounts": [
           *           {
           *             "currency": "USD",
           *             "amount": "9.99"
           *           }
           *         ],
           *         "missing": [
           *           "not_verified"
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.edit': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the dispute at the gateway.
         * @example dispute_id
         */
        readonly dispute_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "version": 1,
         *       "evidence": {
         *         "uncategorized_text": "uncategorized_text",
         *         "product_description": "product_description",
         *         "service_date": "service_date",
         *         "access_activity_log": "access_activity_log",
         *         "refund_policy_disclosure": "refund_policy_disclosure",
         *         "refund_refusal_explanation": "refund_refusal_explanation",
         *         "cancellation_policy_disclosure": "cancellation_policy_disclosure",
         *         "cancellation_rebuttal": "cancellation_rebuttal",
         *         "duplicate_charge_explanation": "duplicate_charge_explanation",
         *         "duplicate_charge_id": "duplicate_charge_id",
         *         "customer_name": "customer_name",
         *         "customer_email_address": "customer_email_address",
         *         "customer_purchase_ip": "customer_purchase_ip",
         *         "billing_address": "billing_address",
         *         "customer_communication": "customer_communication",
         *         "receipt": "receipt",
         *         "refund_policy": "refund_policy",
         *         "cancellation_policy": "cancellation_policy",
         *         "service_documentation": "service_documentation",
         *         "duplicate_charge_documentation": "duplicate_charge_documentation",
         *         "uncategorized_file": "uncategorized_file"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['DisputeDraft'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dispute_id": "dispute_id",
           *       "gateway": "STRIPE",
           *       "order_id": "order_id",
           *       "player_id": 10000000123,
           *       "state": "open",
           *       "inquiry": true,
           *       "reason": "Use of an illegal program.",
           *       "network_reason": "network_reason",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "due_at": "2026-11-15T12:00:00.000Z",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "answered": true,
           *       "answer_here": true,
           *       "sending": "unsent",
           *       "version": 1,
           *       "draft": {
           *         "uncategorized_text": "uncategorized_text",
           *         "product_description": "product_description",
           *         "service_date": "service_date",
           *         "access_activity_log": "access_activity_log",
           *         "refund_policy_disclosure": "refund_policy_disclosure",
           *         "refund_refusal_explanation": "refund_refusal_explanation",
           *         "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *         "cancellation_rebuttal": "cancellation_rebuttal",
           *         "duplicate_charge_explanation": "duplicate_charge_explanation",
           *         "duplicate_charge_id": "duplicate_charge_id",
           *         "customer_name": "customer_name",
           *         "customer_email_address": "customer_email_address",
           *         "customer_purchase_ip": "customer_purchase_ip",
           *         "billing_address": "billing_address",
           *         "customer_communication": "customer_communication",
           *         "receipt": "receipt",
           *         "refund_policy": "refund_policy",
           *         "cancellation_policy": "cancellation_policy",
           *         "service_documentation": "service_documentation",
           *         "duplicate_charge_documentation": "duplicate_charge_documentation",
           *         "uncategorized_file": "uncategorized_file"
           *       },
           *       "edited_at": "2026-11-15T12:00:00.000Z",
           *       "edited_by": "edited_by",
           *       "sent": {
           *         "evidence": {
           *           "uncategorized_text": "uncategorized_text",
           *           "product_description": "product_description",
           *           "service_date": "service_date",
           *           "access_activity_log": "access_activity_log",
           *           "refund_policy_disclosure": "refund_policy_disclosure",
           *           "refund_refusal_explanation": "refund_refusal_explanation",
           *           "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *           "cancellation_rebuttal": "cancellation_rebuttal",
           *           "duplicate_charge_explanation": "duplicate_charge_explanation",
           *           "duplicate_charge_id": "duplicate_charge_id",
           *           "customer_name": "customer_name",
           *           "customer_email_address": "customer_email_address",
           *           "customer_purchase_ip": "customer_purchase_ip",
           *           "billing_address": "billing_address",
           *           "customer_communication": "customer_communication",
           *           "receipt": "receipt",
           *           "refund_policy": "refund_policy",
           *           "cancellation_policy": "cancellation_policy",
           *           "service_documentation": "service_documentation",
           *           "duplicate_charge_documentation": "duplicate_charge_documentation",
           *           "uncategorized_file": "uncategorized_file"
           *         },
           *         "sent_at": "2026-11-15T12:00:00.000Z",
           *         "sent_by": "sent_by",
           *         "settled_at": "2026-11-15T12:00:00.000Z",
           *         "refusal": "refusal"
           *       },
           *       "facts": {
           *         "service_transaction_id": "service_transaction_id",
           *         "product_id": "gems.100",
           *         "product_name": "product_name",
           *         "quantity": 1,
           *         "amount": "9.99",
           *         "currency": "USD",
           *         "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "language": "en",
           *         "ordered_at": "2026-11-15T12:00:00.000Z",
           *         "paid_at": "2026-11-15T12:00:00.000Z",
           *         "delivery": "delivered",
           *         "delivered_at": "2026-11-15T12:00:00.000Z",
           *         "refunded": true,
           *         "logins": [
           *           {
           *             "did": 1,
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "until": "until"
           *           }
           *         ],
           *         "earlier_purchases": 1,
           *         "earlier_amounts": [
           *           {
           *             "currency": "USD",
           *             "amount": "9.99"
           *           }
           *         ],
           *         "missing": [
           *           "not_verified"
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.draft': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the dispute at the gateway.
         * @example dispute_id
         */
        readonly dispute_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dispute_id": "dispute_id",
           *       "gateway": "STRIPE",
           *       "order_id": "order_id",
           *       "player_id": 10000000123,
           *       "state": "open",
           *       "inquiry": true,
           *       "reason": "Use of an illegal program.",
           *       "network_reason": "network_reason",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "due_at": "2026-11-15T12:00:00.000Z",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "answered": true,
           *       "answer_here": true,
           *       "sending": "unsent",
           *       "version": 1,
           *       "draft": {
           *         "uncategorized_text": "uncategorized_text",
           *         "product_description": "product_description",
           *         "service_date": "service_date",
           *         "access_activity_log": "access_activity_log",
           *         "refund_policy_disclosure": "refund_policy_disclosure",
           *         "refund_refusal_explanation": "refund_refusal_explanation",
           *         "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *         "cancellation_rebuttal": "cancellation_rebuttal",
           *         "duplicate_charge_explanation": "duplicate_charge_explanation",
           *         "duplicate_charge_id": "duplicate_charge_id",
           *         "customer_name": "customer_name",
           *         "customer_email_address": "customer_email_address",
           *         "customer_purchase_ip": "customer_purchase_ip",
           *         "billing_address": "billing_address",
           *         "customer_communication": "customer_communication",
           *         "receipt": "receipt",
           *         "refund_policy": "refund_policy",
           *         "cancellation_policy": "cancellation_policy",
           *         "service_documentation": "service_documentation",
           *         "duplicate_charge_documentation": "duplicate_charge_documentation",
           *         "uncategorized_file": "uncategorized_file"
           *       },
           *       "edited_at": "2026-11-15T12:00:00.000Z",
           *       "edited_by": "edited_by",
           *       "sent": {
           *         "evidence": {
           *           "uncategorized_text": "uncategorized_text",
           *           "product_description": "product_description",
           *           "service_date": "service_date",
           *           "access_activity_log": "access_activity_log",
           *           "refund_policy_disclosure": "refund_policy_disclosure",
           *           "refund_refusal_explanation": "refund_refusal_explanation",
           *           "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *           "cancellation_rebuttal": "cancellation_rebuttal",
           *           "duplicate_charge_explanation": "duplicate_charge_explanation",
           *           "duplicate_charge_id": "duplicate_charge_id",
           *           "customer_name": "customer_name",
           *           "customer_email_address": "customer_email_address",
           *           "customer_purchase_ip": "customer_purchase_ip",
           *           "billing_address": "billing_address",
           *           "customer_communication": "customer_communication",
           *           "receipt": "receipt",
           *           "refund_policy": "refund_policy",
           *           "cancellation_policy": "cancellation_policy",
           *           "service_documentation": "service_documentation",
           *           "duplicate_charge_documentation": "duplicate_charge_documentation",
           *           "uncategorized_file": "uncategorized_file"
           *         },
           *         "sent_at": "2026-11-15T12:00:00.000Z",
           *         "sent_by": "sent_by",
           *         "settled_at": "2026-11-15T12:00:00.000Z",
           *         "refusal": "refusal"
           *       },
           *       "facts": {
           *         "service_transaction_id": "service_transaction_id",
           *         "product_id": "gems.100",
           *         "product_name": "product_name",
           *         "quantity": 1,
           *         "amount": "9.99",
           *         "currency": "USD",
           *         "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "language": "en",
           *         "ordered_at": "2026-11-15T12:00:00.000Z",
           *         "paid_at": "2026-11-15T12:00:00.000Z",
           *         "delivery": "delivered",
           *         "delivered_at": "2026-11-15T12:00:00.000Z",
           *         "refunded": true,
           *         "logins": [
           *           {
           *             "did": 1,
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "until": "until"
           *           }
           *         ],
           *         "earlier_purchases": 1,
           *         "earlier_amounts": [
           *           {
           *             "currency": "USD",
           *             "amount": "9.99"
           *           }
           *         ],
           *         "missing": [
           *           "not_verified"
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.send': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of the dispute at the gateway.
         * @example dispute_id
         */
        readonly dispute_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "version": 1
         *     }
         */
        readonly 'application/json': components['schemas']['DisputeSend'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dispute_id": "dispute_id",
           *       "gateway": "STRIPE",
           *       "order_id": "order_id",
           *       "player_id": 10000000123,
           *       "state": "open",
           *       "inquiry": true,
           *       "reason": "Use of an illegal program.",
           *       "network_reason": "network_reason",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "due_at": "2026-11-15T12:00:00.000Z",
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "answered": true,
           *       "answer_here": true,
           *       "sending": "unsent",
           *       "version": 1,
           *       "draft": {
           *         "uncategorized_text": "uncategorized_text",
           *         "product_description": "product_description",
           *         "service_date": "service_date",
           *         "access_activity_log": "access_activity_log",
           *         "refund_policy_disclosure": "refund_policy_disclosure",
           *         "refund_refusal_explanation": "refund_refusal_explanation",
           *         "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *         "cancellation_rebuttal": "cancellation_rebuttal",
           *         "duplicate_charge_explanation": "duplicate_charge_explanation",
           *         "duplicate_charge_id": "duplicate_charge_id",
           *         "customer_name": "customer_name",
           *         "customer_email_address": "customer_email_address",
           *         "customer_purchase_ip": "customer_purchase_ip",
           *         "billing_address": "billing_address",
           *         "customer_communication": "customer_communication",
           *         "receipt": "receipt",
           *         "refund_policy": "refund_policy",
           *         "cancellation_policy": "cancellation_policy",
           *         "service_documentation": "service_documentation",
           *         "duplicate_charge_documentation": "duplicate_charge_documentation",
           *         "uncategorized_file": "uncategorized_file"
           *       },
           *       "edited_at": "2026-11-15T12:00:00.000Z",
           *       "edited_by": "edited_by",
           *       "sent": {
           *         "evidence": {
           *           "uncategorized_text": "uncategorized_text",
           *           "product_description": "product_description",
           *           "service_date": "service_date",
           *           "access_activity_log": "access_activity_log",
           *           "refund_policy_disclosure": "refund_policy_disclosure",
           *           "refund_refusal_explanation": "refund_refusal_explanation",
           *           "cancellation_policy_disclosure": "cancellation_policy_disclosure",
           *           "cancellation_rebuttal": "cancellation_rebuttal",
           *           "duplicate_charge_explanation": "duplicate_charge_explanation",
           *           "duplicate_charge_id": "duplicate_charge_id",
           *           "customer_name": "customer_name",
           *           "customer_email_address": "customer_email_address",
           *           "customer_purchase_ip": "customer_purchase_ip",
           *           "billing_address": "billing_address",
           *           "customer_communication": "customer_communication",
           *           "receipt": "receipt",
           *           "refund_policy": "refund_policy",
           *           "cancellation_policy": "cancellation_policy",
           *           "service_documentation": "service_documentation",
           *           "duplicate_charge_documentation": "duplicate_charge_documentation",
           *           "uncategorized_file": "uncategorized_file"
           *         },
           *         "sent_at": "2026-11-15T12:00:00.000Z",
           *         "sent_by": "sent_by",
           *         "settled_at": "2026-11-15T12:00:00.000Z",
           *         "refusal": "refusal"
           *       },
           *       "facts": {
           *         "service_transaction_id": "service_transaction_id",
           *         "product_id": "gems.100",
           *         "product_name": "product_name",
           *         "quantity": 1,
           *         "amount": "9.99",
           *         "currency": "USD",
           *         "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *         "language": "en",
           *         "ordered_at": "2026-11-15T12:00:00.000Z",
           *         "paid_at": "2026-11-15T12:00:00.000Z",
           *         "delivery": "delivered",
           *         "delivered_at": "2026-11-15T12:00:00.000Z",
           *         "refunded": true,
           *         "logins": [
           *           {
           *             "did": 1,
           *             "at": "2026-11-15T12:00:00.000Z",
           *             "until": "until"
           *           }
           *         ],
           *         "earlier_purchases": 1,
           *         "earlier_amounts": [
           *           {
           *             "currency": "USD",
           *             "amount": "9.99"
           *           }
           *         ],
           *         "missing": [
           *           "not_verified"
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.texts': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "language": "en",
           *           "refund_policy": "refund_policy",
           *           "refund_policy_shown": "refund_policy_shown",
           *           "cancellation_policy": "cancellation_policy",
           *           "cancellation_policy_shown": "cancellation_policy_shown",
           *           "terms": "terms",
           *           "terms_shown": "terms_shown"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['DisputeTexts'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.set-texts': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Language of the texts, such as `en` or `ko`.
         * @example en
         */
        readonly language: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "refund_policy": "refund_policy",
         *       "refund_policy_shown": "refund_policy_shown",
         *       "cancellation_policy": "cancellation_policy",
         *       "cancellation_policy_shown": "cancellation_policy_shown",
         *       "terms": "terms",
         *       "terms_shown": "terms_shown"
         *     }
         */
        readonly 'application/json': components['schemas']['DisputeTextsInput'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "language": "en",
           *       "refund_policy": "refund_policy",
           *       "refund_policy_shown": "refund_policy_shown",
           *       "cancellation_policy": "cancellation_policy",
           *       "cancellation_policy_shown": "cancellation_policy_shown",
           *       "terms": "terms",
           *       "terms_shown": "terms_shown"
           *     }
           */
          readonly 'application/json': components['schemas']['DisputeTexts'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.dispute.remove-texts': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Language of the texts, such as `en` or `ko`.
         * @example en
         */
        readonly language: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.refused': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -first_at
         */
        readonly sort?: '-first_at' | 'first_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /** @example INVALID_REQUEST */
        readonly outcome?:
          | 'INVALID_REQUEST'
          | 'INVALID_RECEIPT'
          | 'PRICE_VERIFY_FAIL'
          | 'RECEIPT_VERIFY_FAIL'
          | 'PAYMENT_PENDING'
          | 'MARKET_UNAVAILABLE'
          | 'INTERNAL_ERROR';
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /** @description Only this receipt: the SHA-256 of the text that was sent, in hex. */
        readonly receipt_sha256?: string;
        /**
         * @description First refused at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description First refused at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "refused_id": "q3Tq0x3nR1oC0b8vKJm3Zw",
           *           "first_at": "2026-11-15T12:00:00.000Z",
           *           "last_at": "2026-11-15T12:00:07.000Z",
           *           "times": 3,
           *           "kind": "consumable",
           *           "provider": "APPLE",
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "player_id": null,
           *           "product_id": "gem_1200",
           *           "transaction_id": null,
           *           "price": "9.99",
           *           "currency": "USD",
           *           "outcome": "PRICE_VERIFY_FAIL",
           *           "reason": "price is 9.99, but the App Store charged 8.99 USD. Send the price the player paid, or leave it out.",
           *           "receipt_sha256": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
           *           "purchase": {
           *             "service_transaction_id": "AP_12",
           *             "verified_at": "2026-11-15T12:01:00.000Z"
           *           }
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['RefusedVerification'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.refused-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -first_at
         */
        readonly sort?: '-first_at' | 'first_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /** @example INVALID_REQUEST */
        readonly outcome?:
          | 'INVALID_REQUEST'
          | 'INVALID_RECEIPT'
          | 'PRICE_VERIFY_FAIL'
          | 'RECEIPT_VERIFY_FAIL'
          | 'PAYMENT_PENDING'
          | 'MARKET_UNAVAILABLE'
          | 'INTERNAL_ERROR';
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /** @description Only this receipt: the SHA-256 of the text that was sent, in hex. */
        readonly receipt_sha256?: string;
        /**
         * @description First refused at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description First refused at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.refused-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -first_at
         */
        readonly sort?: '-first_at' | 'first_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /** @example INVALID_REQUEST */
        readonly outcome?:
          | 'INVALID_REQUEST'
          | 'INVALID_RECEIPT'
          | 'PRICE_VERIFY_FAIL'
          | 'RECEIPT_VERIFY_FAIL'
          | 'PAYMENT_PENDING'
          | 'MARKET_UNAVAILABLE'
          | 'INTERNAL_ERROR';
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /** @description Only this receipt: the SHA-256 of the text that was sent, in hex. */
        readonly receipt_sha256?: string;
        /**
         * @description First refused at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description First refused at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example refused_id,first_at,last_at */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.read-refused': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of a refused verification.
         * @example Zx8f2nQm1LrT5vYk0WpB7c
         */
        readonly refused_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "refused_id": "refused_id",
           *       "first_at": "2026-11-15T12:00:00.000Z",
           *       "last_at": "2026-11-15T12:00:00.000Z",
           *       "times": 1,
           *       "kind": "consumable",
           *       "provider": "APPLE",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "player_id": 10000000123,
           *       "product_id": "gems.100",
           *       "transaction_id": "transaction_id",
           *       "price": "price",
           *       "currency": "USD",
           *       "outcome": "INVALID_REQUEST",
           *       "reason": "Use of an illegal program.",
           *       "receipt_sha256": "receipt_sha256",
           *       "purchase": {
           *         "service_transaction_id": "service_transaction_id",
           *         "verified_at": "2026-11-15T12:00:00.000Z"
           *       },
           *       "market_answer": "market_answer"
           *     }
           */
          readonly 'application/json': components['schemas']['RefusedVerificationRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example after
         */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?: '-created_at' | 'created_at';
        /**
         * @description `due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.
         * @example due
         */
        readonly state?: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
        /**
         * @description The store that the sale is reported to.
         * @example APPLE
         */
        readonly market?: 'APPLE' | 'GOOGLE';
        /**
         * @description `correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.
         * @example sale
         */
        readonly kind?: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
        /**
         * @description Order number of Tollgate.
         * @example 1
         */
        readonly order_id?: string;
        /**
         * @description Made at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Made at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "report_id": "019a9641-f480-7000-9c0e-6d0f2b7a11c4",
           *           "market": "APPLE",
           *           "kind": "sale",
           *           "state": "sent",
           *           "order_id": "H4611686018427387904",
           *           "currency": "EUR",
           *           "amount": "9.99",
           *           "tax": "1.60",
           *           "tax_country": "DE",
           *           "is_void": false,
           *           "happened_at": "2026-11-18T09:00:00.000Z",
           *           "report_by": "2026-11-28T09:00:00.000Z",
           *           "created_at": "2026-11-18T09:00:02.000Z",
           *           "sent_at": "2026-11-18T09:00:03.000Z",
           *           "refusal": null
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ExternalReport'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.list-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?: '-created_at' | 'created_at';
        /**
         * @description `due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.
         * @example due
         */
        readonly state?: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
        /**
         * @description The store that the sale is reported to.
         * @example APPLE
         */
        readonly market?: 'APPLE' | 'GOOGLE';
        /**
         * @description `correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.
         * @example sale
         */
        readonly kind?: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
        /**
         * @description Order number of Tollgate.
         * @example 1
         */
        readonly order_id?: string;
        /**
         * @description Made at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Made at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.list-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?: '-created_at' | 'created_at';
        /**
         * @description `due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.
         * @example due
         */
        readonly state?: 'due' | 'sent' | 'refused' | 'corrected' | 'closed';
        /**
         * @description The store that the sale is reported to.
         * @example APPLE
         */
        readonly market?: 'APPLE' | 'GOOGLE';
        /**
         * @description `correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.
         * @example sale
         */
        readonly kind?: 'sale' | 'refund' | 'correction' | 'no_sale' | 'unrecognized' | 'duplicate';
        /**
         * @description Order number of Tollgate.
         * @example 1
         */
        readonly order_id?: string;
        /**
         * @description Made at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Made at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example report_id,market,kind */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
         * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
         */
        readonly report_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "report_id": "019a9641-f480-7000-9c0e-6d0f2b7a11c4",
           *       "market": "APPLE",
           *       "kind": "sale",
           *       "state": "due",
           *       "order_id": "1",
           *       "currency": "USD",
           *       "amount": "9.99",
           *       "tax": "tax",
           *       "tax_country": "tax_country",
           *       "is_void": true,
           *       "happened_at": "2026-11-15T12:00:00.000Z",
           *       "report_by": "report_by",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "refusal": "refusal",
           *       "token": "tga_8Zk3…",
           *       "line_id": "line_id",
           *       "rate": "0.00072",
           *       "content": {},
           *       "service_transaction_id": "service_transaction_id"
           *     }
           */
          readonly 'application/json': components['schemas']['ExternalReportRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.send': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
         * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
         */
        readonly report_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "tax": "1.60",
         *       "tax_country": "DE"
         *     }
         */
        readonly 'application/json': {
          /**
           * @description The tax within the amount, in the currency of the order.
           * @example 1.60
           */
          readonly tax?: string;
          /**
           * @description Country of the buyer, in two letters.
           * @example DE
           */
          readonly tax_country?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "report_id": "019a9641-f480-7000-9c0e-6d0f2b7a11c4",
           *       "market": "APPLE",
           *       "kind": "sale",
           *       "state": "due",
           *       "order_id": "1",
           *       "currency": "USD",
           *       "amount": "9.99",
           *       "tax": "tax",
           *       "tax_country": "tax_country",
           *       "is_void": true,
           *       "happened_at": "2026-11-15T12:00:00.000Z",
           *       "report_by": "report_by",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "refusal": "refusal",
           *       "token": "tga_8Zk3…",
           *       "line_id": "line_id",
           *       "rate": "0.00072",
           *       "content": {},
           *       "service_transaction_id": "service_transaction_id"
           *     }
           */
          readonly 'application/json': components['schemas']['ExternalReportRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.correct': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
         * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
         */
        readonly report_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "tax": "1.60",
         *       "tax_country": "DE",
         *       "reason": "Use of an illegal program."
         *     }
         */
        readonly 'application/json': {
          /**
           * @description The tax within the amount, in the currency of the order.
           * @example 1.60
           */
          readonly tax?: string;
          /**
           * @description Country of the buyer, in two letters.
           * @example DE
           */
          readonly tax_country?: string;
          /** @description Why, for the audit log. */
          readonly reason: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "report_id": "019a9641-f480-7000-9c0e-6d0f2b7a11c4",
           *       "market": "APPLE",
           *       "kind": "sale",
           *       "state": "due",
           *       "order_id": "1",
           *       "currency": "USD",
           *       "amount": "9.99",
           *       "tax": "tax",
           *       "tax_country": "tax_country",
           *       "is_void": true,
           *       "happened_at": "2026-11-15T12:00:00.000Z",
           *       "report_by": "report_by",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "refusal": "refusal",
           *       "token": "tga_8Zk3…",
           *       "line_id": "line_id",
           *       "rate": "0.00072",
           *       "content": {},
           *       "service_transaction_id": "service_transaction_id"
           *     }
           */
          readonly 'application/json': components['schemas']['ExternalReportRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.report.close': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.
         * @example 019a9641-f480-7000-9c0e-6d0f2b7a11c4
         */
        readonly report_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "reason": "Use of an illegal program."
         *     }
         */
        readonly 'application/json': {
          /** @description Why, for the audit log. */
          readonly reason: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "report_id": "019a9641-f480-7000-9c0e-6d0f2b7a11c4",
           *       "market": "APPLE",
           *       "kind": "sale",
           *       "state": "due",
           *       "order_id": "1",
           *       "currency": "USD",
           *       "amount": "9.99",
           *       "tax": "tax",
           *       "tax_country": "tax_country",
           *       "is_void": true,
           *       "happened_at": "2026-11-15T12:00:00.000Z",
           *       "report_by": "report_by",
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "refusal": "refusal",
           *       "token": "tga_8Zk3…",
           *       "line_id": "line_id",
           *       "rate": "0.00072",
           *       "content": {},
           *       "service_transaction_id": "service_transaction_id"
           *     }
           */
          readonly 'application/json': components['schemas']['ExternalReportRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.subscription.search': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?:
          | '-created_at'
          | 'created_at'
          | '-updated_at'
          | 'updated_at'
          | '-expires_at'
          | 'expires_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description APPLE: original transaction id. GOOGLE: order id of the first payment. AMAZON: receipt id. CUSTOM: subscription id.
         * @example original_transaction_id
         */
        readonly original_transaction_id?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "provider": "APPLE",
           *           "subscription_id": "370000000000001",
           *           "original_transaction_id": "370000000000001",
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "product_id": "vip.monthly",
           *           "auto_renew_product_id": "vip.monthly",
           *           "status": "active",
           *           "expires_at": "2026-12-15T12:00:00.000Z",
           *           "grace_until": null,
           *           "refunded_at": null,
           *           "test": false,
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "updated_at": "2026-11-15T12:00:00.000Z",
           *           "replaces": null,
           *           "replaced_by": null
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Subscription'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.subscription.search-count': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?:
          | '-created_at'
          | 'created_at'
          | '-updated_at'
          | 'updated_at'
          | '-expires_at'
          | 'expires_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description APPLE: original transaction id. GOOGLE: order id of the first payment. AMAZON: receipt id. CUSTOM: subscription id.
         * @example original_transaction_id
         */
        readonly original_transaction_id?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 1,
           *       "is_exact": true
           *     }
           */
          readonly 'application/json': components['schemas']['ListTotal'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.subscription.search-file': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Order: a field, with `-` in front for descending.
         * @example -created_at
         */
        readonly sort?:
          | '-created_at'
          | 'created_at'
          | '-updated_at'
          | 'updated_at'
          | '-expires_at'
          | 'expires_at';
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description APPLE: original transaction id. GOOGLE: order id of the first payment. AMAZON: receipt id. CUSTOM: subscription id.
         * @example original_transaction_id
         */
        readonly original_transaction_id?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /** @example provider,subscription_id,original_transaction_id */
          readonly 'text/csv': string;
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyDownloadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.subscription.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
        /**
         * @description Subscription id from the list of subscriptions.
         * @example 370000000000001
         */
        readonly subscription_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "provider": "APPLE",
           *       "subscription_id": "370000000000001",
           *       "original_transaction_id": "370000000000001",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "product_id": "vip.monthly",
           *       "auto_renew_product_id": "vip.monthly",
           *       "status": "active",
           *       "expires_at": "2026-12-15T12:00:00.000Z",
           *       "grace_until": null,
           *       "refunded_at": null,
           *       "test": false,
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "updated_at": "2026-11-15T12:00:00.000Z",
           *       "replaces": null,
           *       "replaced_by": null,
           *       "player_id": 20001,
           *       "cycles": [
           *         {
           *           "service_transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *           "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *           "kind": "subscription",
           *           "provider": "APPLE",
           *           "store_transaction_id": "370000000000001",
           *           "product_id": "vip.monthly",
           *           "quantity": 1,
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "purchased_at": "2026-11-15T11:59:58.000Z",
           *           "verified_at": "2026-11-15T12:00:00.000Z",
           *           "state": "valid",
           *           "refunded_at": null,
           *           "dispute": null,
           *           "refunded_by": null,
           *           "ownership": "PURCHASED",
           *           "claimed": true,
           *           "test": false,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "server_id": null,
           *           "delivery": null,
           *           "undelivered": false,
           *           "player_id": 20001
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['SubscriptionRecord'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.subscription.timeline': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
        /**
         * @description Subscription id from the list of subscriptions.
         * @example 370000000000001
         */
        readonly subscription_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "at": "2026-11-15T11:59:58.000Z",
           *           "kind": "purchase.paid",
           *           "details": {
           *             "source": "STORE_PAYMENT"
           *           }
           *         },
           *         {
           *           "at": "2026-11-17T08:30:00.000Z",
           *           "kind": "purchase.refunded",
           *           "details": {}
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['TimelineEntry'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.spending': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "purchases": 12,
           *       "cancelled": 1,
           *       "test_purchases": 0,
           *       "without_price": 0,
           *       "currencies": [
           *         {
           *           "currency": "USD",
           *           "purchases": 12,
           *           "spent": "119.88",
           *           "refunded": "9.99",
           *           "kept": "109.89"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Spending'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.orders': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "order_id": "order_id",
           *           "provider": "STEAM",
           *           "state": "open",
           *           "player_id": 10000000123,
           *           "product_id": "gems.100",
           *           "quantity": 1,
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "opened_at": "2026-11-15T12:00:00.000Z",
           *           "paid_at": "2026-11-15T12:00:00.000Z",
           *           "closed_at": "2026-11-15T12:00:00.000Z",
           *           "mismatch": {
           *             "reason": "amount",
           *             "text": "The market accepted the settings.",
           *             "amount": "9.99",
           *             "currency": "USD",
           *             "test": true,
           *             "market_transaction_id": "market_transaction_id",
           *             "found_at": "2026-11-15T12:00:00.000Z",
           *             "refunded_at": "2026-11-15T12:00:00.000Z"
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerOrder'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.purchase.restore': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Order number of Tollgate.
         * @example 1
         */
        readonly order_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "order_id": "order_id",
           *       "provider": "STEAM",
           *       "state": "open",
           *       "player_id": 10000000123,
           *       "product_id": "gems.100",
           *       "quantity": 1,
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "opened_at": "2026-11-15T12:00:00.000Z",
           *       "paid_at": "2026-11-15T12:00:00.000Z",
           *       "closed_at": "2026-11-15T12:00:00.000Z",
           *       "mismatch": {
           *         "reason": "amount",
           *         "text": "The market accepted the settings.",
           *         "amount": "9.99",
           *         "currency": "USD",
           *         "test": true,
           *         "market_transaction_id": "market_transaction_id",
           *         "found_at": "2026-11-15T12:00:00.000Z",
           *         "refunded_at": "2026-11-15T12:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerOrder'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.grant.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "grant_id": "grant_id",
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "product_id": "gems.100",
           *           "reason": "Use of an illegal program.",
           *           "granted_by": "granted_by",
           *           "granted_at": "2026-11-15T12:00:00.000Z",
           *           "ends_at": "2026-11-15T12:00:00.000Z",
           *           "revoked_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Grant'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.grant.create': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *       "product_id": "founder",
         *       "reason": "Lost with an old account."
         *     }
         */
        readonly 'application/json': {
          /** @description Only this account. */
          readonly account_uuid?: string;
          readonly player_id?: components['schemas']['PlayerId'];
          readonly product_id: components['schemas']['ProductId'];
          readonly reason: string;
          /** @description When it ends; without it, never, such as `2026-11-15T12:00:00Z`. */
          readonly ends_at?: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "grant_id": "grant_id",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "product_id": "gems.100",
           *       "reason": "Use of an illegal program.",
           *       "granted_by": "granted_by",
           *       "granted_at": "2026-11-15T12:00:00.000Z",
           *       "ends_at": "2026-11-15T12:00:00.000Z",
           *       "revoked_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['Grant'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.grant.revoke': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Grant id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly grant_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.preview': {
    readonly parameters: {
      readonly query: {
        /**
         * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
         * @example refund
         */
        readonly kind: 'refund' | 'cancel' | 'extend' | 'defer';
        /**
         * @description Of a refund, as text: `rest` for all that is not refunded yet (the default), `prorated` for the time that is left of a subscription, or an amount such as `4.99`.
         * @example 9.99
         */
        readonly amount?: string;
        /**
         * @description Of a refund: only this product of a payment for several.
         * @example line
         */
        readonly line?: string;
        /**
         * @description Of a refund: whether the player loses what was bought. Default: `take`; a part always keeps.
         * @example take
         */
        readonly goods?: 'take' | 'keep';
        /**
         * @description Of `extend` and `defer`.
         * @example 1
         */
        readonly days?: number;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kind": "refund",
           *       "provider": "PG",
           *       "possible": true,
           *       "obstacle": null,
           *       "elsewhere": null,
           *       "can": {
           *         "refund": {
           *           "part": true,
           *           "by_line": false,
           *           "prorated": false,
           *           "keep": true
           *         },
           *         "cancel": false,
           *         "extend_days": null,
           *         "defer_days": null
           *       },
           *       "payment": {
           *         "currency": "USD",
           *         "paid": "9.99",
           *         "refunded": "0.00",
           *         "refundable": "9.99",
           *         "lines": [
           *           {
           *             "product_id": "gems.100",
           *             "paid": "9.99"
           *           }
           *         ]
           *       },
           *       "refund": {
           *         "amount": "9.99",
           *         "left": "0.00",
           *         "goods": "taken",
           *         "products": [
           *           "gems.100"
           *         ]
           *       },
           *       "subscription": null,
           *       "counts_for_rules": false,
           *       "second_person": false,
           *       "actions_left": null,
           *       "amount_left": null
           *     }
           */
          readonly 'application/json': components['schemas']['ActionPreview'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['MarketUnavailable'];
    };
  };
  readonly 'admin.action.request': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description `serviceTransactionId` of the purchase or subscription cycle.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly service_transaction_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "kind": "refund",
         *       "amount": "9.99",
         *       "line": "line",
         *       "goods": "take",
         *       "days": 1,
         *       "reason": "Use of an illegal program.",
         *       "idempotency_key": "idempotency_key"
         *     }
         */
        readonly 'application/json': components['schemas']['ActionInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['MarketUnavailable'];
    };
  };
  readonly 'admin.action.preview-subscription': {
    readonly parameters: {
      readonly query: {
        /**
         * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
         * @example refund
         */
        readonly kind: 'refund' | 'cancel' | 'extend' | 'defer';
        /**
         * @description Of a refund, as text: `rest` for all that is not refunded yet (the default), `prorated` for the time that is left of a subscription, or an amount such as `4.99`.
         * @example 9.99
         */
        readonly amount?: string;
        /**
         * @description Of a refund: only this product of a payment for several.
         * @example line
         */
        readonly line?: string;
        /**
         * @description Of a refund: whether the player loses what was bought. Default: `take`; a part always keeps.
         * @example take
         */
        readonly goods?: 'take' | 'keep';
        /**
         * @description Of `extend` and `defer`.
         * @example 1
         */
        readonly days?: number;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
        /**
         * @description Subscription id from the list of subscriptions.
         * @example 370000000000001
         */
        readonly subscription_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kind": "refund",
           *       "provider": "PG",
           *       "possible": true,
           *       "obstacle": null,
           *       "elsewhere": null,
           *       "can": {
           *         "refund": {
           *           "part": true,
           *           "by_line": false,
           *           "prorated": false,
           *           "keep": true
           *         },
           *         "cancel": false,
           *         "extend_days": null,
           *         "defer_days": null
           *       },
           *       "payment": {
           *         "currency": "USD",
           *         "paid": "9.99",
           *         "refunded": "0.00",
           *         "refundable": "9.99",
           *         "lines": [
           *           {
           *             "product_id": "gems.100",
           *             "paid": "9.99"
           *           }
           *         ]
           *       },
           *       "refund": {
           *         "amount": "9.99",
           *         "left": "0.00",
           *         "goods": "taken",
           *         "products": [
           *           "gems.100"
           *         ]
           *       },
           *       "subscription": null,
           *       "counts_for_rules": false,
           *       "second_person": false,
           *       "actions_left": null,
           *       "amount_left": null
           *     }
           */
          readonly 'application/json': components['schemas']['ActionPreview'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['MarketUnavailable'];
    };
  };
  readonly 'admin.action.request-subscription': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /** @example APPLE */
        readonly provider: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
        /**
         * @description Subscription id from the list of subscriptions.
         * @example 370000000000001
         */
        readonly subscription_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "kind": "refund",
         *       "amount": "9.99",
         *       "line": "line",
         *       "goods": "take",
         *       "days": 1,
         *       "reason": "Use of an illegal program.",
         *       "idempotency_key": "idempotency_key"
         *     }
         */
        readonly 'application/json': components['schemas']['ActionInput'];
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['MarketUnavailable'];
    };
  };
  readonly 'admin.action.list': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
        /**
         * @description `waiting` for the second person; `intended`, about to be sent; `sent`, and the outcome is not known yet; `accepted`: the market reports later how it ends; `rejected` by the market; `declined` by the second person; `withdrawn` before it was sent.
         * @example waiting
         */
        readonly state?:
          | 'waiting'
          | 'intended'
          | 'sent'
          | 'accepted'
          | 'done'
          | 'rejected'
          | 'declined'
          | 'withdrawn';
        /**
         * @description Only actions that have not ended.
         * @example Y
         */
        readonly under_way?: 'Y';
        /**
         * @description `cancel` ends the renewal, `extend` and `defer` postpone the next one: `extend` as a gift, `defer` as a new date.
         * @example refund
         */
        readonly kind?: 'refund' | 'cancel' | 'extend' | 'defer';
        /** @example APPLE */
        readonly provider?: components['parameters']['query.provider'];
        /**
         * @description Of this purchase.
         * @example service_transaction_id
         */
        readonly service_transaction_id?: string;
        /**
         * @description Of this subscription.
         * @example 370000000000001
         */
        readonly subscription_id?: string;
        /**
         * @description Name of the token, or e-mail.
         * @example requested_by
         */
        readonly requested_by?: string;
        /**
         * @description Only this account.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly account_uuid?: string;
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id?: components['parameters']['query.player_id'];
        /**
         * @description Requested at or after this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly from?: string;
        /**
         * @description Requested at or before this time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly to?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "action_id": "019a9b1c-7c00-7000-8000-5d2f6b1a9e40",
           *           "kind": "refund",
           *           "state": "done",
           *           "provider": "PG",
           *           "service_transaction_id": "PG_42",
           *           "subscription_id": null,
           *           "product_id": "gems.100",
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "prorated": false,
           *           "line": null,
           *           "goods": "taken",
           *           "days": null,
           *           "reason": "Bought twice by mistake",
           *           "requested_at": "2026-11-18T09:00:00.000Z",
           *           "requested_by": {
           *             "kind": "console",
           *             "name": "support@example.com"
           *           },
           *           "decided_at": null,
           *           "decided_by": null,
           *           "sent_at": "2026-11-18T09:00:00.200Z",
           *           "attempts": 1,
           *           "ended_at": "2026-11-18T09:00:00.700Z",
           *           "answer": null
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['SaleAction'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Action id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly action_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.approve': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Action id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly action_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
      readonly 503: components['responses']['MarketUnavailable'];
    };
  };
  readonly 'admin.action.decline': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Action id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly action_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "comment": "Confirmed by support."
         *     }
         */
        readonly 'application/json': {
          /** @description Why, for who asked for it. */
          readonly comment?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.withdraw': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Action id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly action_id: string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "action_id": "action_id",
           *       "kind": "refund",
           *       "state": "waiting",
           *       "provider": "APPLE",
           *       "service_transaction_id": "service_transaction_id",
           *       "subscription_id": "370000000000001",
           *       "product_id": "gems.100",
           *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *       "amount": "9.99",
           *       "currency": "USD",
           *       "prorated": true,
           *       "line": "line",
           *       "goods": "taken",
           *       "days": 1,
           *       "reason": "Use of an illegal program.",
           *       "requested_at": "2026-11-15T12:00:00.000Z",
           *       "requested_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "decided_at": "2026-11-15T12:00:00.000Z",
           *       "decided_by": {
           *         "kind": "kind",
           *         "name": "Demo Game"
           *       },
           *       "sent_at": "2026-11-15T12:00:00.000Z",
           *       "attempts": 1,
           *       "ended_at": "2026-11-15T12:00:00.000Z",
           *       "answer": "{\"result_code\":0}"
           *     }
           */
          readonly 'application/json': components['schemas']['SaleAction'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "operators": true,
           *       "daily_actions": 1,
           *       "daily_amounts": [
           *         {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       ],
           *       "second_person_above": [
           *         {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ActionSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.action.change-settings': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "operators": true,
         *       "daily_actions": 1,
         *       "daily_amounts": [
         *         {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         }
         *       ],
         *       "second_person_above": [
         *         {
         *           "amount": "9.99",
         *           "currency": "USD"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['ActionSettings'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "operators": true,
           *       "daily_actions": 1,
           *       "daily_amounts": [
           *         {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       ],
           *       "second_person_above": [
           *         {
           *           "amount": "9.99",
           *           "currency": "USD"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ActionSettings'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.accounts': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "linked_at": "2026-11-15T12:00:00.000Z",
           *           "derived": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerAccount'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.devices': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "did": 1,
           *           "logins": 1,
           *           "first_login_at": "2026-11-15T12:00:00.000Z",
           *           "last_login_at": "2026-11-15T12:00:00.000Z",
           *           "logged_in": true,
           *           "other_players": [
           *             {
           *               "player_id": 10000000123,
           *               "restriction": {
           *                 "block_type": 1,
           *                 "type_name": "불법 프로그램",
           *                 "type_en_name": "Illegal program"
           *               }
           *             }
           *           ],
           *           "has_more_players": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerDevice'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.logins': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /** @description `next` of the previous page. */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "login_id": "login_id",
           *           "did": 1,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "logged_in_at": "2026-11-15T12:00:00.000Z",
           *           "logged_out_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerLogin'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.notes': {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Maximum number of items.
         * @example 50
         */
        readonly limit?: components['parameters']['query.limit'];
        /**
         * @description `next` of the previous page.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "note_id": "note_id",
           *           "text": "The market accepted the settings.",
           *           "author": {
           *             "kind": "admin",
           *             "name": "Demo Game"
           *           },
           *           "created_at": "2026-11-15T12:00:00.000Z",
           *           "edited_at": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          readonly 'application/json': {
            readonly items: readonly components['schemas']['PlayerNote'][];
            /** @description Send it as `after` to get the next page. Null on the last page. */
            readonly next: string | null;
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.note-add': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "text": "The market accepted the settings."
         *     }
         */
        readonly 'application/json': {
          /** @description What others should know about the player. */
          readonly text: string;
        };
      };
    };
    readonly responses: {
      /** @description Created. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "note_id": "note_id",
           *       "text": "The market accepted the settings.",
           *       "author": {
           *         "kind": "admin",
           *         "name": "Demo Game"
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "edited_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerNote'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.note-delete': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
        /**
         * @description Note id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly note_id: string;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.player.note-edit': {
    readonly parameters: {
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
        /**
         * @description Player identifier.
         * @example 1
         */
        readonly player_id: components['parameters']['path.player_id'];
        /**
         * @description Note id.
         * @example 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10
         */
        readonly note_id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "text": "The market accepted the settings."
         *     }
         */
        readonly 'application/json': {
          /** @description What others should know about the player. */
          readonly text: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "note_id": "note_id",
           *       "text": "The market accepted the settings.",
           *       "author": {
           *         "kind": "admin",
           *         "name": "Demo Game"
           *       },
           *       "created_at": "2026-11-15T12:00:00.000Z",
           *       "edited_at": "2026-11-15T12:00:00.000Z"
           *     }
           */
          readonly 'application/json': components['schemas']['PlayerNote'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.search.find': {
    readonly parameters: {
      readonly query: {
        /**
         * @description A player id, account UUID, support code, device id, any id of a purchase, order or subscription, the order number in Apple's e-mail to the buyer, or the e-mail address of a member. Compared as a whole.
         * @example q
         */
        readonly q: string;
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid?: components['parameters']['query.appid'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "players": [],
           *       "purchases": [
           *         {
           *           "game_index": 1001,
           *           "appid": "com.tollgate.demo",
           *           "app_name": "Tollgate Demo",
           *           "service_transaction_id": "AP_12",
           *           "transaction_id": "0198f2a5-0c00-7000-8000-1f2e3d4c5b6a",
           *           "kind": "consumable",
           *           "provider": "APPLE",
           *           "store_transaction_id": "370000000000001",
           *           "product_id": "gem_1200",
           *           "quantity": 1,
           *           "amount": "9.99",
           *           "currency": "USD",
           *           "purchased_at": "2026-11-15T11:59:58.000Z",
           *           "verified_at": "2026-11-15T12:00:00.000Z",
           *           "state": "valid",
           *           "refunded_at": null,
           *           "dispute": null,
           *           "refunded_by": null,
           *           "ownership": "PURCHASED",
           *           "claimed": true,
           *           "test": false,
           *           "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "server_id": null,
           *           "delivery": "delivered",
           *           "undelivered": false,
           *           "player_id": 20001
           *         }
           *       ],
           *       "orders": [],
           *       "subscriptions": [],
           *       "members": []
           *     }
           */
          readonly 'application/json': components['schemas']['SearchResult'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.configuration.read': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tollgate": 1,
           *       "projects": [
           *         {
           *           "game_index": 1001,
           *           "name": "Demo Game",
           *           "require_second_factor": true,
           *           "alert_settings": {
           *             "off": [],
           *             "market_down_minutes": 5,
           *             "refund_minimum": 10,
           *             "refund_factor": 3,
           *             "failure_minimum": 20,
           *             "failure_factor": 3,
           *             "expiry_days": 7,
           *             "appeal_days": 3,
           *             "dispute_days": 3
           *           },
           *           "appeal_settings": {
           *             "second_person": true,
           *             "again_after_days": 1
           *           },
           *           "action_settings": {
           *             "operators": true,
           *             "daily_actions": 1,
           *             "daily_amounts": [
           *               {
           *                 "amount": "9.99",
           *                 "currency": "USD"
           *               }
           *             ],
           *             "second_person_above": [
           *               {
           *                 "amount": "9.99",
           *                 "currency": "USD"
           *               }
           *             ]
           *           },
           *           "scopes": [
           *             {
           *               "scope": "scope",
           *               "names": {
           *                 "ko": "ko",
           *                 "en": "en",
           *                 "ja": "ja",
           *                 "zh-hans": "zh-hans",
           *                 "zh-hant": "zh-hant",
           *                 "de": "de",
           *                 "fr": "fr",
           *                 "ru": "ru",
           *                 "es": "es",
           *                 "pt": "pt",
           *                 "id": "id",
           *                 "th": "th",
           *                 "vi": "vi",
           *                 "it": "it",
           *                 "tr": "tr",
           *                 "ar": "ar",
           *                 "tl": "tl"
           *               }
           *             }
           *           ],
           *           "alert_channels": [
           *             {
           *               "kind": "email",
           *               "hint": "uRzY",
           *               "target": "com.tollgate.demo",
           *               "language": "en"
           *             }
           *           ],
           *           "receivers": [
           *             {
           *               "channel": "restriction",
           *               "url": "https://game.example/restrictions",
           *               "key": "env:GAME_SERVER_KEY",
           *               "bearer": "env:GAME_SERVER_KEY",
           *               "restriction_events": true,
           *               "events": [
           *                 ""
           *               ],
           *               "apps": [
           *                 "app"
           *               ],
           *               "markets": [
           *                 ""
           *               ]
           *             }
           *           ],
           *           "apps": [
           *             {
           *               "appid": "com.tollgate.demo",
           *               "name": "Demo Game",
           *               "time_zone": "Asia/Seoul",
           *               "consent": {
           *                 "restrict": true
           *               },
           *               "servers": [
           *                 {
           *                   "server_id": "asia-1",
           *                   "name": "Demo Game"
           *                 }
           *               ],
           *               "products": [
           *                 {
           *                   "product_id": "gems.100",
           *                   "name": "Demo Game",
           *                   "kind": "consumable",
           *                   "after_verify": "acknowledge",
           *                   "prices": [
           *                     {
           *                       "currency": "USD",
           *                       "amount": "9.99"
           *                     }
           *                   ],
           *                   "steam_item_id": 1,
           *                   "custom_price": "off",
           *                   "descriptions": {}
           *                 }
           *               ],
           *               "types": [
           *                 {
           *                   "type_status": "O",
           *                   "type_name": "불법 프로그램",
           *                   "type_en_name": "Illegal program",
           *                   "reasons": [
           *                     {
           *                       "language": "ko",
           *                       "title": "Access restricted",
           *                       "reason": "Use of an illegal program."
           *                     }
           *                   ],
           *                   "appeals": true,
           *                   "appeal_answers": [
           *                     {
           *                       "decision": "release",
           *                       "language": "ko",
           *                       "text": "The market accepted the settings."
           *                     }
           *                   ],
           *                   "same_name": 2
           *                 }
           *               ],
           *               "markets": [
           *                 {
           *                   "market": "APPLE",
           *                   "settings": {},
           *                   "secrets": {}
           *                 }
           *               ],
           *               "rules": [
           *                 {
           *                   "name": "Demo Game",
           *                   "when": {
           *                     "causes": [
           *                       "refund"
           *                     ],
           *                     "markets": [
           *                       "APPLE"
           *                     ],
           *                     "products": [
           *                       "product"
           *                     ],
           *                     "count": 1,
           *                     "money": {
           *                       "amount": "9.99",
           *                       "currency": "USD"
           *                     },
           *                     "days": 30
           *                   },
           *                   "unless": {
           *                     "older_than_days": 1,
           *                     "spent_more_than": {
           *                       "amount": "9.99",
           *                       "currency": "USD"
           *                     }
           *                   },
           *                   "until": {
           *                     "paid_again": false
           *                   },
           *                   "state": "watch",
           *                   "measure": {
           *                     "action": "restrict",
           *                     "scope": "scope",
           *                     "steps": [
           *                       {
           *                         "period_days": 1,
           *                         "permanent": true
           *                       }
           *                     ],
           *                     "event": true,
           *                     "same_device": "ignore",
           *                     "type": "type"
           *                   }
           *                 }
           *               ],
           *               "dispute_texts": [
           *                 {
           *                   "language": "en",
           *                   "refund_policy": "refund_policy",
           *                   "refund_policy_shown": "refund_policy_shown",
           *                   "cancellation_policy": "cancellation_policy",
           *                   "cancellation_policy_shown": "cancellation_policy_shown",
           *                   "terms": "terms",
           *                   "terms_shown": "terms_shown"
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            /**
             * @description Version of the form of this file.
             * @enum {number}
             */
            readonly tollgate: 1;
            readonly projects: readonly components['schemas']['ConfigurationOfProject'][];
          };
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.configuration.drift': {
    readonly parameters: {
      readonly path: {
        /**
         * @description Project number.
         * @example 1001
         */
        readonly game_index: components['parameters']['path.game_index'];
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "applied_at": "2026-11-15T12:00:00.000Z",
           *       "applied_by": "applied_by",
           *       "changes": [
           *         {
           *           "target": "com.tollgate.demo",
           *           "action": "add",
           *           "fields": [
           *             {
           *               "field": "field",
           *               "from": null,
           *               "to": null
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ConfigurationDrift'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 429: components['responses']['TooManyReadsOrRateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
  readonly 'admin.consent.import': {
    readonly parameters: {
      readonly query: {
        /**
         * @description The store that the file is from.
         * @example GOOGLE
         */
        readonly provider: 'GOOGLE' | 'AMAZON';
        /**
         * @description Report what would happen, and write nothing.
         * @example true
         */
        readonly dry_run?: boolean;
        /**
         * @description When the store wrote the file, for lines without a time, such as `2026-11-15T12:00:00Z`.
         * @example 2026-11-15T12:00:00.000Z
         */
        readonly date?: string;
        /**
         * @description Name of the file, for the audit log.
         * @example file
         */
        readonly file?: string;
      };
      readonly path: {
        /**
         * @description App id, as sent in `appid` and `X-App-Id`.
         * @example com.tollgate.demo
         */
        readonly appid: components['parameters']['path.appid'];
      };
    };
    /** @description CSV with a header line: `install_id`, a time, and optionally a state. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example install_id,revoked_at
         *     8f2c61d0,2026-11-15T12:00:00Z
         */
        readonly 'text/csv': string;
        /**
         * @example install_id,revoked_at
         *     8f2c61d0,2026-11-15T12:00:00Z
         */
        readonly 'text/plain': string;
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dry_run": true,
           *       "lines": 1,
           *       "new": 1,
           *       "unchanged": 1,
           *       "refused": 1,
           *       "players": 1,
           *       "refusals": [
           *         {
           *           "line": 1,
           *           "problem": "id",
           *           "reason": "Use of an illegal program."
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['ConsentImportReport'];
        };
      };
      readonly 400: components['responses']['AdminInvalid'];
      readonly 401: components['responses']['AdminUnauthorized'];
      readonly 403: components['responses']['AdminForbidden'];
      readonly 404: components['responses']['AdminNotFound'];
      readonly 409: components['responses']['AdminConflict'];
      readonly 415: components['responses']['AdminEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['AdminFailed'];
    };
  };
}
